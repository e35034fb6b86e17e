import { useEffect } from 'react'
import { formatDate, formatNumber } from '../../../lang/format.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { uiTexts } from '../../../ui/lang/en.ts'
import { toast } from '../../../ui/toast.tsx'
import {
  type Compliance,
  type ComplianceSettings,
  complianceApi,
  type Preview,
} from '../data/complianceApi.ts'
import { instanceSettingsTexts } from '../lang/en.ts'
import { complianceTexts } from './lang/en.ts'

interface Props {
  input: ComplianceSettings
  version: number
  saved: (now: Compliance) => void
  close: () => void
}

/** Says what the settings would do before they are saved. */
export function PreviewDialog({ input, version, saved, close }: Props) {
  const t = complianceTexts.useText()
  const common = uiTexts.useText()
  const [preview, previewed] = complianceApi.usePreviewComplianceModeMutation()
  const [set, setting] = complianceApi.useSetComplianceModeMutation()
  const { data, error } = previewed
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was entered when the dialog opened
  useEffect(() => void preview(input), [])
  const deletes = data ? data.expired + data.unrestorable : 0
  async function confirm() {
    const answer = await set({ ...input, version })
    if (answer.error) return
    toast.success(t('saved'))
    saved(answer.data)
    close()
  }
  return (
    <ConfirmDialog
      title={t('previewTitle')}
      text={t('previewText')}
      button={deletes > 0 ? t('saveAndDelete') : t('save')}
      danger={deletes > 0}
      wide
      busy={setting.isLoading}
      error={setting.error}
      confirm={data && (() => void confirm())}
      close={close}
    >
      {error ? <LoadError error={error} retry={() => void preview(input)} /> : null}
      {!data && !error && (
        <p className="m3" role="status">
          {common('loading')}
        </p>
      )}
      {data && <Effects preview={data} />}
    </ConfirmDialog>
  )
}

function Effects({ preview }: { preview: Preview }) {
  const t = complianceTexts.useText()
  const settings = instanceSettingsTexts.useText()
  const { expired, unrestorable, held, mostCounted, oldestActivityAt, deployments, tools } = preview
  const said = (count: number) =>
    count >= mostCounted ? t('orMore', { number: formatNumber(count) }) : formatNumber(count)
  const isNothing = expired + unrestorable + held + deployments.length + tools.length === 0
  return (
    <div className="compliance-preview">
      {isNothing && <p>{t('previewNothing')}</p>}
      {expired > 0 && (
        <p className="strip w">
          <span>
            {t('previewExpired', { count: expired, number: said(expired) })}{' '}
            {oldestActivityAt &&
              t('previewOldest', { date: formatDate(oldestActivityAt, { dateStyle: 'medium' }) })}
          </span>
        </p>
      )}
      {unrestorable > 0 && (
        <p className="strip w">
          {t('previewUnrestorable', { count: unrestorable, number: said(unrestorable) })}
        </p>
      )}
      {held > 0 && <p>{t('previewHeld', { count: held, number: said(held) })}</p>}
      {deployments.length > 0 && (
        <div>
          <p>{t('previewDeployments')}</p>
          <ul>
            {deployments.map(({ deploymentName, agents }) => (
              <li key={deploymentName}>
                <bdi className="mono" dir="ltr">
                  {deploymentName}
                </bdi>{' '}
                {agents === 0 ? t('ofInstance') : t('agents', { count: agents })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {tools.length > 0 && (
        <div>
          <p>{t('previewTools')}</p>
          <ul>
            {tools.map(({ tool, agents }) => (
              <li key={tool}>
                {settings(`tool.${tool as 'FileSearch'}`)} {t('agents', { count: agents })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
