/** The first link for the keyboard. It skips header and navigation to the element with the id `content`. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-primary px-4 py-2 font-medium text-on-primary focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
