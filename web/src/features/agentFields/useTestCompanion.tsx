import { type ComponentProps, type ReactNode, Suspense } from 'react'
import type { PlainEditPage } from '../../ui/admin/PlainEditPage.tsx'
import { useAgentName } from '../../ui/agentName.ts'
import { loadLater } from '../../ui/loadLater.tsx'
import { agentFieldsApi } from './data/api.ts'
import type { Draft } from './draft/useDraft.ts'
import { agentFieldsTexts } from './lang/en.ts'
import { choicesOf } from './selectable.ts'

const TestChat = loadLater(async () => (await import('../testChat/TestChat.tsx')).default)

interface Tested {
  draft: Draft
  /** Identifies the configuration. */
  mark: ReactNode
}

type Companion = ComponentProps<typeof PlainEditPage>['companion']

/** The test chat next to the draft editor. */
export function useTestCompanion({ draft: { state, form, save, settle }, mark }: Tested): Companion {
  const isHeld = form.changed.length > 0 && (Object.keys(form.errors).length > 0 || Boolean(form.error))
  return useStateCompanion({ state, mark, settle, save: isHeld ? save : null })
}

interface TestedState {
  state: Draft['state']
  mark: ReactNode
  settle: () => Promise<unknown>
  /** Retries a save that was blocked, or null if nothing blocks it. */
  save: (() => void) | null
}

/** The test chat of a configuration that isn't edited here. */
export function useStateCompanion({ state, mark, settle, save }: TestedState): Companion {
  const t = agentFieldsTexts.useText()
  const named = useAgentName()
  const { configStateId, gptSystemId, gptSystemType, gptSystemName, introduction, starterQuestions } =
    state.configuration
  const { data: options } = agentFieldsApi.useGetModelOptionsQuery()
  const sees =
    state.configuration.capabilityTypes.includes('Vision') &&
    !state.warnings.some(({ code, property }) => code.startsWith('images') && property === 'capabilityTypes')
  const searches =
    state.configuration.capabilityTypes.includes('FileSearch') &&
    options?.tools.some((one) => one.tool === 'FileSearch' && one.state === 'Available') === true
  const deployments = choicesOf(options, state.configuration)
  return {
    words: { views: t('view'), form: t('editor'), companion: t('testChat') },
    content: (
      <Suspense fallback={null}>
        <TestChat
          tested={{ gptSystemType, stateId: configStateId }}
          agent={{
            gptSystemId,
            name: named(gptSystemName),
            introduction,
            starterQuestions,
            deployments,
          }}
          searches={searches}
          sees={sees}
          mark={mark}
          settle={settle}
          save={save}
        />
      </Suspense>
    ),
  }
}
