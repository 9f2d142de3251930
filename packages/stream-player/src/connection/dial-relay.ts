// Opens the websocket to a relay. A relay at an address of its own may be out of this page's reach: the page was opened before the
// relay was added, so its policy forbids the address, or only the site's own port is open. The site passes such sockets on.

/** A relay that drops every packet is noticed after this time, within the first attempt of the player. */
const answersWithinMs = 4_000;
/** Origins at which a socket was opened once: a later failure says nothing about the way to them. */
const reached = new Set<string>();
/** The way of the next socket. It changes after each failure, until one way works. */
let isThroughSite = false;

/** A caller that gives the socket up sets its `onclose` to null before: that says nothing about the way. */
export function dialRelay(address: string, ticket: string): WebSocket {
  const { origin, href } = window.location;
  const url = new URL(address, href);
  const base = isThroughSite ? origin.replace('http', 'ws') : url.origin;
  const otherWay = !isThroughSite;
  const socket = new WebSocket(base + url.pathname + url.search, ['pocketfleet', ticket]);
  const leaveWay = (): void => {
    if (socket.onclose !== null && !reached.has(base)) isThroughSite = otherWay;
  };
  const timer = setTimeout(leaveWay, answersWithinMs);
  socket.onerror = () => {
    leaveWay();
    // Chrome fires no 'close' for an address that the page's policy forbids.
    socket.dispatchEvent(new CloseEvent('close', { code: 1006 }));
  };
  socket.addEventListener('open', () => {
    clearTimeout(timer);
    reached.add(base);
  });
  return socket;
}
