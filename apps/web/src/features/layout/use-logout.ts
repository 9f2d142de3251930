import { toast } from '@pocketfleet/ui';
import { useAuth } from '../../session/auth-provider.tsx';

/** Ends the session; a protected page then leads to the landing page by itself. */
export function useLogout(): () => void {
  const { logout } = useAuth();
  return () => {
    void logout();
    toast.success('Successfully logged out');
  };
}
