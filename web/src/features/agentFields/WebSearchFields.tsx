import { useId, useState } from 'react'
import { Link } from 'react-router'
import { described, FieldFrame } from '../../ui/admin/fields/FieldFrame.tsx'
import { useActions } from '../currentUser/data/useActions.ts'
import { useFlags } from '../instance/data/api.ts'
import { pageFlag } from '../instanceSettings/data/api.ts'
import type { AgentEditing } from './agentEditing.ts'
import { agentFieldsApi } from './data/api.ts'
import { agentFieldsTexts } from './lang/en.ts'

const searchSettings = '/admin/instanceSettings?tab=search'
const lists = ['allowedDomains', 'blockedDomains'] as const

/** The sites that the agent finds in the web, if it can search it. */
export function WebSearchFields({ form, readOnly }: AgentEditing) {
  const t = agentFieldsTexts.useText()
  const { data: options } = agentFieldsApi.useGetModelOptionsQuery()
  const { values, set } = form
  if (!values.capabilityTypes.includes('WebSearch')) return null
  const state = options?.tools.find((one) => one.tool === 'WebSearch')?.state
  return (
    <>
      {state === 'NotConfigured' && <NotConfigured />}
      {values.languageEngine === 'BuiltIn' && <p className="hint">{t('webNeedsModel')}</p>}
      {values.languageEngine !== 'BuiltIn' && <p className="hint">{t('webAndFiles')}</p>}
      {lists.map((list) => (
        <DomainsField
          key={list}
          label={t(list)}
          hint={t(`${list}Hint`)}
          field={`webSearch.${list}`}
          domains={values.webSearch[list]}
          error={form.errors[`webSearch.${list}`]}
          readOnly={readOnly}
          change={(domains) => set('webSearch', { ...values.webSearch, [list]: domains })}
        />
      ))}
    </>
  )
}

function NotConfigured() {
  const t = agentFieldsTexts.useText()
  const isShown = useFlags().has(pageFlag)
  const mayOpen = useActions().held.has('InstanceSettingsRead') && isShown
  return (
    <p className="strip w" role="status">
      <span>
        {t('webNotConfigured')}{' '}
        {mayOpen && (
          <Link className="agent-web-settings" to={searchSettings}>
            {t('openSearchSettings')}
          </Link>
        )}
      </span>
    </p>
  )
}

interface DomainsProps {
  label: string
  hint: string
  field: string
  domains: readonly string[]
  error: string | undefined
  readOnly: boolean
  change: (domains: string[]) => void
}

const inLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Domains, one per line. */
function DomainsField({ label, hint, field, domains, error, readOnly, change }: DomainsProps) {
  const id = useId()
  const [typed, setTyped] = useState(domains.join('\n'))
  // Empty lines are part of what is typed, but not of the list.
  const isOwn = inLines(typed).join('\n') === domains.join('\n')
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} field={field}>
      <textarea
        id={id}
        className="in mono"
        dir="ltr"
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        value={isOwn ? typed : domains.join('\n')}
        readOnly={readOnly}
        {...described(id, hint, error)}
        onChange={(event) => {
          setTyped(event.target.value)
          change(inLines(event.target.value))
        }}
      />
    </FieldFrame>
  )
}
