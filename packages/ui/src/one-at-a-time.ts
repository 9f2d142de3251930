// A second click may come before the button is drawn as busy: what can't be taken back is sent once. Pure.

/** Runs what it is given unless that is still under way from before. */
export function createOneAtATime(): (act: () => Promise<unknown>) => void {
  let isUnderWay = false;
  return (act) => {
    if (isUnderWay) return;
    isUnderWay = true;
    act()
      // Whoever shows the failure has it from the act itself.
      .catch(() => undefined)
      .finally(() => {
        isUnderWay = false;
      });
  };
}
