import { limits } from '@parlance/contract/limits'
import { useState } from 'react'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { TextField } from '../../../ui/admin/fields/TextField.tsx'
import { FilesField } from './FilesField.tsx'
import { guidedTexts } from './lang/en.ts'
import { problemText } from './problemText.ts'
import type { SetupErrors, SetupValues } from './setupForm.ts'
import type { Looked } from './useLookedAt.ts'

interface Props {
  values: SetupValues
  errors: SetupErrors
  looked: Looked
  set: (change: Partial<SetupValues>) => void
}

/** Where the content comes from: a website, or files. */
export function SourceFields({ values, errors, looked, set }: Props) {
  const t = guidedTexts.useText()
  const kinds = ['Site', 'Files'] as const
  return (
    <>
      <ChoiceField
        field="source"
        label={t('source')}
        quiet
        value={values.kind}
        options={kinds.map((key) => ({ key, label: t(`kind.${key}`) }))}
        change={(kind) => set({ kind })}
      />
      {values.kind === 'Site' ? (
        <SiteField values={values} error={errors.url} looked={looked} set={set} />
      ) : (
        <FilesField files={values.files} error={errors.files} change={(files) => set({ files })} />
      )}
    </>
  )
}

function SiteField({ values, error, looked, set }: Omit<Props, 'errors'> & { error: string | undefined }) {
  const t = guidedTexts.useText()
  const [left, setLeft] = useState('')
  const { result, isLooking } = looked
  const isCurrent = left === values.url
  const found = isCurrent && result?.problem === null ? t('urlFound', { title: result.title }) : ''
  // A problem doesn’t prevent the setup: the page can answer later.
  const problem = isCurrent && result?.problem ? problemText(result.problem, result.status, t) : undefined
  return (
    <TextField
      field="url"
      label={t('url')}
      code
      autoFocus
      value={values.url}
      error={error ?? problem}
      hint={
        <>
          {t('urlHint', { pages: limits.sitePages })}{' '}
          <span role="status">{isLooking ? t('urlLooking') : found}</span>
        </>
      }
      change={(url) => set({ url })}
      leave={() => {
        setLeft(values.url)
        looked.look(values.url)
      }}
    />
  )
}
