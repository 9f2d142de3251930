import { toast } from '@pocketfleet/ui';
import { useNavigate } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useAuth } from '../accounts/auth-provider.tsx';

/** Leaves to the landing page first, and shows it, so that no protected page redirects to sign-in on the way. */
export function useLogout(): () => Promise<void> {
  const { logout } = useAuth();
  const navigate = useNavigate();
  return async () => {
    await navigate(paths.home, { flushSync: true });
    void logout();
    toast.success('Successfully logged out');
  };
}
