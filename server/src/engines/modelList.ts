import type { deploymentPurposes } from '@parlance/contract/instanceSettings'
import type { Egress } from '../platform/egress/egress.ts'
import { AppError } from '../platform/errors.ts'
import { type Asked, getJson } from './getJson.ts'
import { Refusal } from './refusals.ts'

export type Purpose = (typeof deploymentPurposes)[number]

/** The URL where a provider lists its models or deployments. */
export type ModelList = Asked

const MOST_MODELS = 2000
/** The URL does not exist or can't be read, which says nothing about the key. */
const NO_LIST: readonly number[] = [404, 405, 501]
/** The allowed characters of a name; anything else from a provider is not shown. */
const NAME = /^[\w.:/@+-]{1,200}$/

/** Returns the names in a provider's list without duplicates, or null if it has no list. */
export async function readModelList(
  egress: Egress,
  list: ModelList,
  signal: AbortSignal,
): Promise<string[] | null> {
  try {
    return namesIn(await getJson(egress, list, signal))
  } catch (error) {
    if (error instanceof Refusal && NO_LIST.includes(error.error.status ?? 0)) return null
    throw error
  }
}

function namesIn(answer: unknown): string[] {
  const fields = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  const items = [answer, fields.data, fields.models].find((one) => Array.isArray(one)) as
    | unknown[]
    | undefined
  if (!items) throw new AppError('engine.malformed')
  const names = items.map((item) => (item as { id?: unknown } | null)?.id)
  const sound = names.filter((name): name is string => typeof name === 'string' && NAME.test(name))
  return [...new Set(sound)].slice(0, MOST_MODELS)
}

const purposesByName: [name: RegExp, purposes: Purpose[]][] = [
  [/embed/i, ['Embedding']],
  [/dall-?e|gpt-image|(^|[-/])(flux|sdxl|stable-diffusion|imagen)/i, ['Image']],
  [/whisper|transcribe/i, ['Transcription']],
  [/(^|[-/])tts(?![a-z])|kokoro|piper/i, ['Speech']],
  [/moderation|realtime|audio|babbage|davinci|sora|computer-use|rerank/i, []],
]

/** Returns the uses of a model as derived from its name; an administrator can set others. */
export function purposesOf(deploymentName: string): Purpose[] {
  return purposesByName.find(([name]) => name.test(deploymentName))?.[1] ?? ['Chat']
}
