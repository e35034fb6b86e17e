import type { Endpoint } from '@parlance/contract/endpoint'
import type { Case } from '../case.ts'
import { formBodies } from './formBodies.ts'
import { jsonBodies } from './jsonBodies.ts'
import type { Body } from './mutation.ts'
import { randomOf } from './random.ts'

/** Returns body number `index` of a seed for a call that would succeed. */
export function bodyOf(
  seed: number,
  index: number,
  endpoint: Endpoint,
  one: Case,
  oversizedUpTo: number,
): Body {
  const random = randomOf(seed, index)
  const mutation = random.pick(endpoint.kind === 'upload' ? formBodies : jsonBodies)
  return mutation({ endpoint, one, random, oversizedUpTo })
}
