/** The sampling rate for closely monitored instances. */
const RAISED_RATE = 0.1

/** The name of an instance and of its organization. */
export interface InstanceNames {
  organizationName: string
  name: string
}

/** Requests are traced only for instances named in the configuration, as `organisation/instance`. */
export function tracesSampleRate(
  traced: readonly string[],
  { organizationName, name }: InstanceNames,
): number {
  return traced.includes(`${organizationName}/${name}`) ? RAISED_RATE : 0
}
