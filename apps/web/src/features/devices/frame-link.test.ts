import { expect, it } from 'vitest';
import { sampleDevices } from '../../../test/sample-fleet.ts';
import { frameAddress } from './frame-link.ts';

it.each([
  ['http://localhost:4000/frame/4711', 'http://localhost:4000/frame/4711?tag=PF-001&quality=tile'],
  [null, '/frame/4711?tag=PF-001&quality=tile'],
])('the frame of a phone whose address is %s is at %s', (streaming_url, address) => {
  const [device] = sampleDevices(1);
  if (device === undefined) throw new Error('there is no sample');
  expect(frameAddress({ ...device, id: '4711', tag: 'PF-001', streaming_url }, 'tile')).toBe(address);
});
