import { client } from '@parlance/contract/limits'
import { pageMeta } from '../base/pageMeta.ts'
import { localStored } from '../base/storage.ts'
import { jsonOf, successful, transport } from '../transport/transport.ts'
import { type InstanceSettings, storeInstanceSettings } from './auth.ts'

const KEY = 'instanceSettings'

interface Copy {
  savedAt: number
  /** The settings version in the page when the copy was stored. */
  version: string
  settings: InstanceSettings
}

/** Empty if the server didn't know it when it sent the page. */
const pageVersion = () => pageMeta('settings-version')

let loading: Promise<InstanceSettings> | undefined

/**
 * Returns the instance's settings: this browser's copy if it is younger than seven days, otherwise the
 * server's.
 */
export function loadSettings(): Promise<InstanceSettings> {
  loading ??= load().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<InstanceSettings> {
  const settings = storedCopy() ?? (await fetchSettings())
  storeInstanceSettings(settings)
  return settings
}

function storedCopy(): InstanceSettings | undefined {
  const copy = localStored.read<Copy>(KEY)
  const age = Date.now() - (copy?.savedAt ?? 0)
  const fresh = age >= 0 && age < client.settingsCacheSeconds * 1000
  const version = pageVersion()
  const same = version === '' || copy?.version === version
  return copy?.settings?.entraIdSettings && fresh && same ? copy.settings : undefined
}

async function fetchSettings(): Promise<InstanceSettings> {
  const response = await transport({ method: 'GET', path: '/api/internal/InstanceSettings' })
  const settings = await jsonOf<InstanceSettings>(await successful(response))
  localStored.write(KEY, { savedAt: Date.now(), version: pageVersion(), settings } satisfies Copy)
  return settings
}

/** Loads the settings again after a change. If that fails, the page keeps what it has. */
export async function reloadSettings(): Promise<void> {
  dropSettings()
  await loadSettings().catch(() => undefined)
}

/** Removes the copy, so the next load asks the server. */
export function dropSettings(): void {
  loading = undefined
  localStored.remove(KEY)
}
