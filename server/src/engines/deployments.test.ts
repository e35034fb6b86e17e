import { describe, expect, test } from 'vitest'
import { claudeVersion, describeDeployment } from './deployments.ts'

describe('deployment details', () => {
  test.each([
    ['gpt-4o-mini', 128_000, 16_384, false, true],
    ['gpt-4o-2024-05-13', 128_000, 4_096, false, true],
    ['openai/gpt-4o', 128_000, 16_384, false, true],
    ['gpt-4.1-nano', 1_047_576, 32_768, false, true],
    ['gpt-4', 8_192, 4_096, false, false],
    ['gpt-4-turbo-2024-04-09', 128_000, 4_096, false, true],
    ['gpt-5-mini', 400_000, 128_000, true, true],
    ['gpt-5.5', 1_050_000, 128_000, true, true],
    ['gpt-5-chat-latest', 128_000, 16_384, false, true],
    ['gpt-35-turbo', 16_385, 4_096, false, false],
    ['o4-mini', 200_000, 100_000, true, true],
    ['o1-mini-2024-09-12', 128_000, 65_536, true, false],
    ['claude-3-opus-20240229', 200_000, 4_096, false, true],
    ['claude-3-5-sonnet-latest', 200_000, 8_192, false, true],
    ['claude-sonnet-4-20250514', 200_000, 64_000, true, true],
    ['claude-opus-4-1', 200_000, 32_000, true, true],
    ['anthropic/claude-sonnet-4.5', 200_000, 64_000, true, true],
    ['claude-opus-5-5', 1_000_000, 128_000, true, true],
  ])('the name %s determines its limits', (name, contextTokens, maxOutputTokens, reasoning, vision) => {
    expect(describeDeployment('OpenAI', name)).toEqual({
      languageEngine: 'OpenAI',
      deploymentName: name,
      contextTokens,
      maxOutputTokens,
      reasoning,
      vision,
    })
  })

  test('default to the engine’s values if the name gives no hint', () => {
    expect(describeDeployment('OpenAICompatible', 'o-model')).toMatchObject({ contextTokens: 8_192 })
    expect(describeDeployment('AzureOpenAI', 'prod-chat')).toMatchObject({ contextTokens: 128_000 })
    expect(describeDeployment('Anthropic', 'house-model')).toMatchObject({ contextTokens: 200_000 })
  })

  test('come from the settings first, and an answer is never longer than the context', () => {
    const given = { contextTokens: 4_096, maxOutputTokens: null }
    expect(describeDeployment('OpenAI', 'gpt-4o', given)).toMatchObject({
      contextTokens: 4_096,
      maxOutputTokens: 4_096,
    })
    expect(describeDeployment('OpenAI', 'gpt-4o', { ...given, maxOutputTokens: 100 })).toMatchObject({
      maxOutputTokens: 100,
    })
  })

  test('reserve half the context for an answer if only the context of a self-hosted server is set', () => {
    expect(
      describeDeployment('OpenAICompatible', 'small', { contextTokens: 32_000, maxOutputTokens: null }),
    ).toMatchObject({ maxOutputTokens: 16_000 })
  })

  test.each([
    ['claude-sonnet-4-5-20250929', 4.5],
    ['claude-3-7-sonnet-20250219', 3.7],
    ['claude-opus-4-20250514', 4],
    ['claude-sonnet-5', 5],
    ['house-model', null],
  ])('the version in %s is %s', (name, version) => {
    expect(claudeVersion(name)).toBe(version)
  })
})
