// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies } from '../../../testing/fakeServer.ts'
import { show } from '../../../testing/screen.tsx'
import type { EngineKey } from '../data/api.ts'
import { EnginesTab } from './EnginesTab.tsx'

const connected = {
  languageEngine: 'OpenAICompatible',
  endpoint: 'https://models.example',
  source: 'Stored',
  keyHint: null,
  lastTest: null,
} as unknown as EngineKey

it('a connected provider comes first and is marked', () => {
  fakeReplies({})
  const { place } = show(<EnginesTab keys={[connected]} readOnly={false} />)
  const cards = [...place.querySelectorAll('section')]
  expect(cards.map((card) => card.getAttribute('aria-label'))).toEqual([
    'OpenAI-compatible server',
    'OpenAI',
    'Azure OpenAI',
    'Anthropic',
  ])
  expect(cards.map(({ textContent }) => textContent?.includes('Connected'))).toEqual([
    true,
    false,
    false,
    false,
  ])
})
