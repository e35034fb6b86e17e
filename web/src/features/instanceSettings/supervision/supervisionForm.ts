import { limits } from '@parlance/contract/limits'
import type { Translate } from '../../../lang/texts.ts'
import type { ExportedStream, SupervisionExport } from '../data/supervisionApi.ts'
import type { supervisionTexts } from './lang/en.ts'

export interface SupervisionValues {
  name: string
  kind: 'File' | 'Webhook'
  fileName: string
  url: string
  secret: string
  includesConversations: boolean
  includesNames: boolean
  start: 'Beginning' | 'Now'
  enabled: boolean
}

/** The stored secret is never returned, so its field starts empty. */
export const valuesOf = (one: SupervisionExport | null): SupervisionValues => ({
  name: one?.name ?? '',
  kind: one?.target.kind ?? 'Webhook',
  fileName: one?.target.kind === 'File' ? one.target.fileName : '',
  url: one?.target.kind === 'Webhook' ? one.target.url : '',
  secret: '',
  includesConversations: one?.includesConversations ?? false,
  includesNames: one?.includesNames ?? false,
  start: 'Beginning',
  enabled: one?.enabled ?? true,
})

type Text = Translate<(typeof supervisionTexts)['english']>
type Errors = Partial<Record<keyof SupervisionValues, string>>

const FILE_NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** What is wrong, by field. A new webhook needs a secret. */
export function errorsOf(values: SupervisionValues, isNew: boolean, t: Text): Errors {
  const errors: Errors = {}
  const length = values.name.trim().length
  if (length === 0) errors.name = t('nameMissing')
  else if (length > limits.supervisionExportName)
    errors.name = t('nameLong', { max: limits.supervisionExportName })
  if (values.kind === 'File') {
    const fileName = values.fileName.trim()
    const max = limits.supervisionFileName
    if (!FILE_NAME.test(fileName) || fileName.length > max) errors.fileName = t('fileNameInvalid', { max })
    return errors
  }
  const [url, secret] = [values.url.trim(), values.secret.trim()]
  if (!/^https?:\/\/[^\s]+$/i.test(url) || !URL.canParse(url)) errors.url = t('urlInvalid')
  const { min, max } = limits.webhookSecret
  if (
    (isNew || secret !== '') &&
    (secret.length < min || secret.length > max || !/^[\x21-\x7e]+$/.test(secret))
  )
    errors.secret = t('secretInvalid', { min, max })
  return errors
}

/** What is sent for a changed export. Without a secret, the stored one is kept. */
export function inputOf(values: SupervisionValues) {
  const { kind, includesConversations, enabled } = values
  const secret = values.secret.trim()
  const target =
    kind === 'File'
      ? { kind, fileName: values.fileName.trim() }
      : { kind, url: values.url.trim(), ...(secret === '' ? {} : { secret }) }
  const includesNames = includesConversations && values.includesNames
  return { name: values.name.trim(), target, includesConversations, includesNames, enabled }
}

/** What is sent for a new export. */
export function newInputOf(values: SupervisionValues) {
  const { target, ...input } = inputOf(values)
  const { start } = values
  return target.kind === 'File'
    ? { ...input, start, target }
    : { ...input, start, target: { ...target, secret: values.secret.trim() } }
}

export interface AgainValues {
  stream: ExportedStream['stream']
  from: 'Time' | 'Position'
  /** UTC. */
  at: string | null
  position: string
}

/** From where entries are exported again, or what is wrong. */
export function againOf(
  { from, at, position }: AgainValues,
  last: number,
  t: Text,
): { from: { kind: 'Time'; at: string } | { kind: 'Position'; position: number } } | { error: string } {
  if (from === 'Time')
    return at === null || Number.isNaN(Date.parse(at))
      ? { error: t('timeMissing') }
      : { from: { kind: from, at } }
  const number = Number(position.trim())
  return position.trim() === '' || !Number.isInteger(number) || number < 1 || number > last
    ? { error: t('positionInvalid', { last }) }
    : { from: { kind: from, position: number } }
}
