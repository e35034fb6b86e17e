/** Of the requests of an instance that is watched closely. */
const RAISED_RATE = 0.1

/** How an instance is called: by its organisation and its own name. */
export interface InstanceNames {
  organizationName: string
  name: string
}

/** No request is traced but at the instances that the configuration names, `organisation/instance`. */
export function tracesSampleRate(
  traced: readonly string[],
  { organizationName, name }: InstanceNames,
): number {
  return traced.includes(`${organizationName}/${name}`) ? RAISED_RATE : 0
}
