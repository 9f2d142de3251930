/** Properties and features of a CNXN banner: `host::features=a,b` or `device::ro.product.name=x;...;features=a,b`. */
export interface Banner {
  readonly system: string;
  readonly features: readonly string[];
}

const MAX_BANNER_BYTES = 4096;

export function parseBanner(bytes: Buffer): Banner | null {
  if (bytes.length > MAX_BANNER_BYTES) return null;
  const text = bytes.toString('utf8').replace(/\0+$/, '');
  const [system = '', , ...rest] = text.split(':');
  const features = rest
    .join(':')
    .split(';')
    .find((part) => part.startsWith('features='));
  return { system, features: features === undefined ? [] : features.slice('features='.length).split(',') };
}

/** The first field of the banner is the device's state; the three properties fill `adb devices -l`. */
export function encodeBanner(
  state: string,
  props: { name: string; model: string; device: string },
  features: readonly string[],
): Buffer {
  return Buffer.from(
    `${state}::ro.product.name=${props.name};ro.product.model=${props.model};` +
      `ro.product.device=${props.device};features=${features.join(',')}`,
  );
}
