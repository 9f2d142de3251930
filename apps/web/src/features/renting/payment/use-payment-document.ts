import { useEffect, useState } from 'react';
import { panelRoutes } from '../../../paths.ts';

/**
 * Only the document of /rent/payment may reach the payment provider (its policy says so), and the provider's script
 * lives in it alone. A customer who comes here from another page of the site loads it anew, and one who leaves loads the
 * next page anew. False: a load is under way.
 */
export function usePaymentDocument(): boolean {
  const [isOwn] = useState(isLoadedForPayment);
  useEffect(() => {
    if (!isOwn) {
      // Under its one name: written otherwise (with a slash at the end) it has another page's policy.
      location.replace(panelRoutes.rentPayment + location.search);
      return;
    }
    return () => {
      if (location.pathname !== panelRoutes.rentPayment) location.reload();
    };
  }, [isOwn]);
  return isOwn;
}

function isLoadedForPayment(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  return load === undefined || new URL(load.name, location.href).pathname === panelRoutes.rentPayment;
}
