/** Time between two tenants of one device, for cleaning it. */
export const turnoverMinutes = 60;
