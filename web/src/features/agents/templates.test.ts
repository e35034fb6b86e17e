import { limits } from '@parlance/contract/limits'
import { describe, expect, test } from 'vitest'
import ar from './lang/ar.ts'
import { agentsTexts } from './lang/en.ts'
import { agentTemplates, stateOf } from './templates.ts'

describe.each(agentTemplates.map((template) => [template.key, template] as const))(
  'the template %s',
  (key, template) => {
    test('says how the agent answers, under its own name', () => {
      const state = stateOf(template, 'Ours', agentsTexts.text)
      expect(state).toMatchObject({
        gptSystemName: 'Ours',
        description: agentsTexts.english[`${key}.description`],
      })
      expect(state.starterQuestions).toHaveLength(3)
      // The instance sets the provider for new agents.
      expect(Object.keys(state)).not.toContain('languageEngine')
      expect(state.restrictAnswerToInformationReturnedByTools).toBe(template.ofLibrary)
    })

    test.each([
      ['English', agentsTexts.english],
      ['Arabic', ar],
    ])('fits the agent limits in %s', (_, texts) => {
      expect(texts[`${key}.name`].length).toBeLessThanOrEqual(limits.agentName)
      expect(texts[`${key}.description`].length).toBeLessThanOrEqual(limits.agentDescription)
      expect(texts[`${key}.introduction`].length).toBeLessThanOrEqual(limits.introduction)
      for (const starter of [texts[`${key}.starter1`], texts[`${key}.starter2`], texts[`${key}.starter3`]])
        expect(starter.length).toBeLessThanOrEqual(limits.starterQuestion)
    })
  },
)
