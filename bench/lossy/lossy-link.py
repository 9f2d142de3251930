# A line between this machine and a network namespace that loses, delays and reorders whole IP packets: two TUN devices with
# this program between them, so that every protocol meets the same line and the kernel's own TCP has to deal with it.
#
# Arguments: namespace, address here, address there. Reads one JSON object a line from stdin: {"bytes_per_second", "delay_ms",
# "loss", "reorder"}; null or 0: no limit. Answers each with a line of what has passed since the one before.
import fcntl, heapq, json, os, random, select, struct, subprocess, sys, time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
# What waits for a slow line, as in a router. More is dropped.
MOST_WAITING_BYTES = 64 * 1024
# A packet that is overtaken comes so much later.
REORDERED_BY_S = 0.015
random.seed(20261126)


def run(*command):
    subprocess.run(command, check=True)


def open_tun(name):
    tun = os.open('/dev/net/tun', os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tun, TUNSETIFF, struct.pack('16sH22x', name.encode(), IFF_TUN | IFF_NO_PI))
    return tun


def main(namespace, here, there):
    names = ['pfline%d' % (os.getpid() % 100000), 'pffar%d' % (os.getpid() % 100000)]
    near, far = [open_tun(name) for name in names]
    run('ip', 'link', 'set', names[1], 'netns', namespace)
    run('ip', 'addr', 'add', here, 'peer', there, 'dev', names[0])
    run('ip', 'link', 'set', names[0], 'up')
    inside = ['ip', '-n', namespace]
    run(*inside, 'addr', 'add', there, 'peer', here, 'dev', names[1])
    run(*inside, 'link', 'set', names[1], 'up')
    run(*inside, 'link', 'set', 'lo', 'up')
    shape = {}
    due, count = [], 0
    free_at = {near: 0.0, far: 0.0}
    passed = {'packets': 0, 'bytes': 0, 'lost': 0, 'full': 0}
    print('ready', flush=True)
    while True:
        now = time.monotonic()
        while due and due[0][0] <= now:
            _, _, target, packet = heapq.heappop(due)
            try:
                os.write(target, packet)
            except OSError:
                pass
        wait = max(0.0, due[0][0] - now) if due else None
        readable, _, _ = select.select([near, far, sys.stdin], [], [], wait)
        for source in readable:
            if source is sys.stdin:
                line = sys.stdin.readline()
                if line == '':
                    return
                print(json.dumps(passed), flush=True)
                shape, passed = json.loads(line), dict.fromkeys(passed, 0)
                continue
            while True:
                try:
                    packet = os.read(source, 65536)
                except BlockingIOError:
                    break
                target = far if source == near else near
                now = time.monotonic()
                rate = shape.get('bytes_per_second')
                starts = max(now, free_at[source])
                if rate and (starts - now) * rate > MOST_WAITING_BYTES:
                    passed['full'] += 1
                    continue
                free_at[source] = starts + (len(packet) / rate if rate else 0)
                if random.random() < (shape.get('loss') or 0):
                    passed['lost'] += 1
                    continue
                passed['packets'] += 1
                passed['bytes'] += len(packet)
                arrives = free_at[source] + (shape.get('delay_ms') or 0) / 1000
                if random.random() < (shape.get('reorder') or 0):
                    arrives += REORDERED_BY_S
                count += 1
                heapq.heappush(due, (arrives, count, target, packet))


main(*sys.argv[1:])
