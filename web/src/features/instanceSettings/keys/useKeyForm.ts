import { useState } from 'react'
import { problemOf } from '../../../session/http.ts'
import { errorText } from '../../../ui/errorText.ts'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import type { SettingsText } from '../lang/en.ts'
import { isWebAddress } from '../settingsForm.ts'

/** The input for a key. If `apiKey` is missing, the stored key is kept. */
interface KeyInput {
  apiKey?: string
  endpoint: string | null
}

interface Options {
  t: SettingsText
  endpoint: string | null
  save: (input: KeyInput) => Promise<{ error?: unknown }>
}

type Field = 'apiKey' | 'endpoint'

/** State of a key and its URL while they are edited. The key is cleared as soon as it is stored. */
export function useKeyForm({ t, endpoint: stored, save }: Options) {
  const [apiKey, setApiKey] = useState('')
  const [endpoint, setEndpoint] = useState<string>()
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [error, setError] = useState<unknown>()
  const [saving, setSaving] = useState(false)
  const address = endpoint ?? stored ?? ''
  const isChanged = apiKey !== '' || (endpoint !== undefined && endpoint.trim() !== (stored ?? ''))
  useLeaveGuard(isChanged)

  async function submit() {
    const given = address.trim()
    setError(undefined)
    if (given !== '' && !isWebAddress(given)) return setErrors({ endpoint: t('addressInvalid') })
    setErrors({})
    setSaving(true)
    const answer = await save({
      endpoint: given || null,
      ...(apiKey.trim() === '' ? {} : { apiKey: apiKey.trim() }),
    }).finally(() => setSaving(false))
    if (!answer.error) return forget()
    const problem = problemOf(answer.error)
    const named = problem?.errors?.find(({ field }) => field === 'apiKey' || field === 'endpoint')
    if (!named) return setError(answer.error)
    const message = problem?.code === 'request.invalid' ? named.message : errorText(answer.error)
    setErrors({ [named.field]: message })
  }

  function forget() {
    setApiKey('')
    setEndpoint(undefined)
    setErrors({})
    setError(undefined)
  }

  return {
    apiKey,
    address,
    errors,
    error,
    saving,
    isChanged,
    setApiKey,
    setEndpoint,
    submit: () => void submit(),
    forget,
  }
}

export type KeyForm = ReturnType<typeof useKeyForm>
