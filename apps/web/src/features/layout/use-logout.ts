import { toast } from '@pocketfleet/ui';
import * as texts from '#language/layout';
import { useAuth } from '../../session/auth-provider.tsx';

/** Ends the session. A protected page then leads to the landing page by itself. */
export function useLogout(): () => void {
  const { logout } = useAuth();
  return () => {
    void logout();
    toast.success(texts.successfullyLoggedOut);
  };
}
