import type { Deployment, LanguageEngine } from './registry.ts'

type Limits = Pick<Deployment, 'contextTokens' | 'maxOutputTokens' | 'reasoning'>
type Parameters = Record<string, { min: number; max: number }>

const limits = (contextTokens: number, maxOutputTokens: number, reasoning = false): Limits => ({
  contextTokens,
  maxOutputTokens,
  reasoning,
})

/** Limits of well-known models, as published by their makers; the first match applies. */
const families: [name: RegExp, limits: Limits][] = [
  [/^gpt-5[\w.]*-chat/, limits(128_000, 16_384)],
  [/^gpt-5\.[4-9]/, limits(1_050_000, 128_000, true)],
  [/^gpt-5/, limits(400_000, 128_000, true)],
  [/^gpt-4\.1/, limits(1_047_576, 32_768)],
  [/^gpt-4o-2024-05-13/, limits(128_000, 4_096)],
  [/^(gpt-4o|chatgpt-4o)/, limits(128_000, 16_384)],
  [/^gpt-4(-turbo|-1106|-0125|-vision)/, limits(128_000, 4_096)],
  [/^gpt-4/, limits(8_192, 4_096)],
  [/^gpt-3(\.5|5)-turbo/, limits(16_385, 4_096)],
  [/^o1-mini/, limits(128_000, 65_536, true)],
  [/^o1-preview/, limits(128_000, 32_768, true)],
  [/^o[134]($|-)/, limits(200_000, 100_000, true)],
]

/**
 * Returns the version in the name of a Claude model, such as 4.5 in `claude-sonnet-4-5-20250929`; null if there
 * is none.
 */
export function claudeVersion(deploymentName: string): number | null {
  const found = /claude-(?:[a-z]+-)?(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?/i.exec(deploymentName)
  return found ? Number(`${found[1]}.${found[2] ?? 0}`) : null
}

function claudeLimits(name: string): Limits | null {
  const version = claudeVersion(name)
  if (version === null) return null
  if (version >= 5) return limits(1_000_000, 128_000, true)
  if (version >= 4.6) return limits(1_000_000, name.includes('opus') ? 128_000 : 64_000, true)
  if (version >= 4.5) return limits(200_000, 64_000, true)
  if (version >= 4) return limits(200_000, name.includes('opus') ? 32_000 : 64_000, true)
  if (version >= 3.7) return limits(200_000, 64_000, true)
  return limits(200_000, version >= 3.5 ? 8_192 : 4_096)
}

/** For names without a match. Local servers usually support far less than their models. */
const defaults: Record<LanguageEngine, Limits> = {
  OpenAI: limits(128_000, 16_384),
  AzureOpenAI: limits(128_000, 16_384),
  Anthropic: limits(200_000, 64_000, true),
  OpenAICompatible: limits(8_192, 4_096),
  BuiltIn: limits(1_000_000, 1_000_000),
}

const seeing = /^(gpt-4o|chatgpt-4o|gpt-4\.1|gpt-4-(turbo|vision)|gpt-[5-9]|o1($|-20)|o3($|-20|-pro)|o4)/

/** Names of models that read images: models with open weights, and others served in the same format. */
const seeingOpen =
  /(^|[/:_.-])(gemini|gemma-?[34]|llama-?4|llava|pixtral|minicpm-v|internvl|moondream|mistral-(small-3\.[1-9]|medium-3)|qwen-?3\.5)|[\d._-]vl([:._-]|$)|vision/

function sees(name: string): boolean {
  const claude = claudeVersion(name)
  return claude === null ? seeing.test(name) || seeingOpen.test(name) : claude >= 3
}

/** Returns the parameters that a configuration can set. A thinking model accepts no sampling parameters. */
export function parametersOf({ languageEngine, maxOutputTokens, reasoning }: Deployment): Parameters {
  const maxTokens = { min: 1, max: maxOutputTokens }
  if (reasoning) return { maxTokens }
  const sampling = { topP: { min: 0, max: 1 } }
  if (languageEngine === 'Anthropic') return { maxTokens, temperature: { min: 0, max: 1 }, ...sampling }
  return { maxTokens, temperature: { min: 0, max: 2 }, ...sampling, frequencyPenalty: { min: -2, max: 2 } }
}

/** Returns a deployment with the limits derived from its name or from its engine's settings. */
export function describeDeployment(
  languageEngine: LanguageEngine,
  deploymentName: string,
  given: { contextTokens?: number | null; maxOutputTokens?: number | null } = {},
): Deployment {
  // Some services add the maker's name before the model's: `openai/gpt-4o`.
  const name = deploymentName.toLowerCase().replace(/^.*[/:](?=gpt-|o[134]|claude-)/, '')
  const known =
    families.find(([family]) => family.test(name))?.[1] ?? claudeLimits(name) ?? defaults[languageEngine]
  const contextTokens = given.contextTokens ?? known.contextTokens
  // For a self-hosted server, only the owner's settings are known, so half of its context is for the answer.
  const isUnknown = known === defaults.OpenAICompatible
  const written = isUnknown ? Math.floor(contextTokens / 2) : known.maxOutputTokens
  return {
    languageEngine,
    deploymentName,
    contextTokens,
    maxOutputTokens: Math.min(given.maxOutputTokens ?? written, contextTokens),
    reasoning: known.reasoning,
    vision: sees(name),
  }
}
