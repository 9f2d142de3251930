import { describe, expect, it } from 'vitest';
import { createFactsReader, factsCommand, type PhoneFacts, parseFacts } from './phone-facts.ts';

const android15 = `
  topResumedActivity=ActivityRecord{8a1f5b7 u10 com.shop/.MainActivity t14}
  mResumedActivity: ActivityRecord{8a1f5b7 u10 com.shop/.MainActivity t14}
pids com.shop 5201 5300
Current Battery Service state:
  USB powered: true
  status: 2
  health: 2
  level: 84
  scale: 100
  temperature: 291
1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
    inet 127.0.0.1/8 scope host lo
       valid_lft forever preferred_lft forever
24: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group default qlen 3000
    inet 10.0.3.7/24 brd 10.0.3.255 scope global wlan0
       valid_lft forever preferred_lft forever
33: rmnet0: <UP,LOWER_UP> mtu 1500 qdisc mq state UNKNOWN group default qlen 1000
    inet 100.71.4.2/30 scope global rmnet0
mWifiInfo SSID: "rack-4", BSSID: 02:00:00:00:00:00, MAC: 02:00:00:00:00:00, Supplicant state: COMPLETED, Wi-Fi standard: 5, RSSI: -48, Link speed: 433Mbps, Tx Link speed: 433Mbps
`;

describe('parseFacts', () => {
  it('reads what a phone answers', () => {
    expect(parseFacts(android15)).toEqual({
      app: 'com.shop',
      activity: 'com.shop.MainActivity',
      pids: [5201, 5300],
      battery: { percent: 84, isCharging: true, celsius: 29.1 },
      addresses: [
        { name: 'wlan0', address: '10.0.3.7' },
        { name: 'rmnet0', address: '100.71.4.2' },
      ],
      wifi: { name: 'rack-4', signalDbm: -48, speedMbps: 433 },
    });
  });

  it('knows nothing where a phone answers nothing', () => {
    expect(parseFacts('sh: dumpsys: inaccessible or not found')).toEqual({
      app: null,
      activity: null,
      pids: [],
      battery: null,
      addresses: [],
      wifi: null,
    });
  });

  it('does not take the processes of the app that was in front before', () => {
    expect(parseFacts(android15.replace('pids com.shop', 'pids com.mail')).pids).toEqual([]);
  });

  it('takes a Wi-Fi that is not connected for none', () => {
    expect(parseFacts('mWifiInfo SSID: <unknown ssid>, Supplicant state: SCANNING').wifi).toBeNull();
  });
});

it('reads whole answers, and neither the echo of its question nor a prompt', () => {
  const read: PhoneFacts[] = [];
  const reader = createFactsReader((facts) => read.push(facts));
  reader([`phone:/ $ ${factsCommand(null).trim()}`, '@@facts-start', '  level: 50']);
  expect(read).toEqual([]);
  reader(['@@facts-end', 'phone:/ $ ']);
  expect(read).toMatchObject([{ battery: { percent: 50, isCharging: false } }]);
});

it('asks for the processes of a package, and of nothing else', () => {
  expect(factsCommand('com.shop')).toContain('$(pidof com.shop)');
  expect(factsCommand('com.shop; reboot')).not.toContain('reboot');
});
