import type { Endpoint } from '@parlance/contract/endpoint'
import type { Case } from '../case.ts'
import { formBodies } from './formBodies.ts'
import { jsonBodies } from './jsonBodies.ts'
import type { Body } from './mutation.ts'
import { randomOf } from './random.ts'

/**
 * Returns a body for a call that would succeed. It depends only on the seed, the call, and the number of its turn,
 * so one body can be repeated alone, and a new call doesn't change the bodies of others.
 */
export function bodyOf(
  { seed, name, turn }: { seed: number; name: string; turn: number },
  endpoint: Endpoint,
  one: Case,
  oversizedUpTo: number,
): Body {
  const random = randomOf(`${seed} ${name} ${turn}`)
  const mutation = random.pick(endpoint.kind === 'upload' ? formBodies : jsonBodies)
  return mutation({ endpoint, one, random, oversizedUpTo })
}
