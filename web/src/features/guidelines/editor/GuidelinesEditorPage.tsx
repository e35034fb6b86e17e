import { Send } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useAddressParams } from '../../../ui/addressParams.ts'
import { ConflictDialog } from '../../../ui/admin/ConflictDialog.tsx'
import { PageHead } from '../../../ui/admin/PageHead.tsx'
import { PlainEditPage } from '../../../ui/admin/PlainEditPage.tsx'
import { ReadOnlyBar } from '../../../ui/admin/ReadOnlyBar.tsx'
import { SaveBar } from '../../../ui/admin/SaveBar.tsx'
import { useSaveKey } from '../../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../../ui/admin/useWantedField.ts'
import { useLeaveGuard } from '../../../ui/leaveGuard.ts'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import { screenTitle, useScreenTitle } from '../../frame/screens.ts'
import { usePageTitle } from '../../frame/useProductName.ts'
import { ConsentsPanel } from '../consents/ConsentsPanel.tsx'
import { type GuidelinesDocument, guidelinesApi } from '../data/api.ts'
import { editGuidelinesPath, guidelinesPath } from '../data/guidelinesPaths.ts'
import { GuidelinesTabs } from '../GuidelinesTabs.tsx'
import type { DocumentField } from '../guidelinesForm.ts'
import { guidelinesTexts } from '../lang/en.ts'
import { useGuidelinesRights } from '../useGuidelinesRights.ts'
import { VersionsPanel } from '../versions/VersionsPanel.tsx'
import { DocumentFields } from './DocumentFields.tsx'
import { DocumentValue } from './DocumentValue.tsx'
import { GuidelinesWait } from './GuidelinesWait.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { useDraftForm } from './useDraftForm.ts'
import '../guidelines.css'

const tabs = ['document', 'versions', 'consents'] as const
type Tab = (typeof tabs)[number]

/** /admin/guidelines/{guidelinesDocumentId}/edit: the draft, its versions, and who accepted. */
export function GuidelinesEditorPage() {
  const { guidelinesDocumentId = '' } = useParams()
  // Keyed by document, so no state carries over.
  return <Loaded key={guidelinesDocumentId} guidelinesDocumentId={guidelinesDocumentId} />
}

function Loaded({ guidelinesDocumentId }: { guidelinesDocumentId: string }) {
  const titleOf = useScreenTitle()
  const { data, error, refetch } = guidelinesApi.useGetGuidelinesDocumentQuery(
    { guidelinesDocumentId },
    { refetchOnMountOrArgChange: true },
  )
  usePageTitle(data?.title ?? titleOf('guidelines'))
  if (data) return <Editor document={data} />
  return <GuidelinesWait kind="document" error={error} retry={refetch} />
}

function Editor({ document }: { document: GuidelinesDocument }) {
  const t = guidelinesTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const { mayWrite, maySeeConsents } = useGuidelinesRights()
  const [tab, openTab] = useTab(maySeeConsents)
  const form = useDraftForm(document)
  /** The hash of the draft that is being published. */
  const [publishing, setPublishing] = useState<string | null>(null)
  const changes = form?.changed.length ?? 0
  useLeaveGuard(changes > 0)
  useWantedField(form?.wanted, () => openTab('document'))
  useSaveKey(mayWrite ? () => changes > 0 && form?.submit() : undefined)
  if (!form) return null
  const path = editGuidelinesPath(document.guidelinesDocumentId)
  // What is to take effect later can be published again, for another date.
  const isUnchanged = changes === 0 && !document.hasUnpublishedChanges && !document.upcomingVersion
  const last = document.currentVersion

  async function publish() {
    // A draft is published as it is stored.
    if (form && (changes === 0 || (await form.submit()))) setPublishing(form.draftHash())
  }

  return (
    <>
      <PlainEditPage
        wanted={form.wanted}
        head={
          <PageHead
            title={document.title}
            parent={{ title: screenTitle('guidelines'), path: guidelinesPath }}
            mark={<Marks document={document} />}
            pages={
              <GuidelinesTabs
                label={t('pages')}
                current={tab}
                pages={[
                  { key: 'document', path, label: t('pageDocument') },
                  { key: 'versions', path: `${path}?tab=versions`, label: t('pageVersions') },
                  ...(maySeeConsents
                    ? [{ key: 'consents' as const, path: `${path}?tab=consents`, label: t('pageConsents') }]
                    : []),
                ]}
              />
            }
          >
            {mayWrite && (
              <button
                type="button"
                className="btn pri"
                aria-disabled={isUnchanged || form.saving}
                title={isUnchanged && last ? t('publishUnchanged', { version: last.version }) : undefined}
                onClick={() => !isUnchanged && !form.saving && void publish()}
              >
                <Send size={16} className="flip" />
                {t('publish')}
              </button>
            )}
          </PageHead>
        }
        bar={
          !mayWrite ? (
            <ReadOnlyBar>{t('readOnly', { action: fullNameOf('GuidelinesDocumentsWrite') })}</ReadOnlyBar>
          ) : (
            (tab === 'document' || changes > 0) && (
              <SaveBar
                changes={changes}
                errors={Object.keys(form.errors).length}
                error={form.error}
                saving={form.saving}
                label={t('save')}
                cancel={form.discard}
                save={() => void form.submit()}
              />
            )
          )
        }
      >
        {tab === 'document' && <DocumentFields form={form} readOnly={!mayWrite} />}
        {tab === 'versions' && <VersionsPanel document={document} />}
        {tab === 'consents' && <ConsentsPanel document={document} />}
      </PlainEditPage>
      <ConflictDialog
        form={form}
        labelOf={(field) => t(labels[field])}
        show={(field, value) => <DocumentValue form={form} field={field} value={value} />}
      />
      {publishing !== null && (
        <PublishDialog document={document} draftHash={publishing} close={() => setPublishing(null)} />
      )}
    </>
  )
}

const labels = {
  title: 'titleLabel',
  links: 'linksLabel',
  requireConsent: 'requireConsent',
  sections: 'sections',
} as const satisfies Record<DocumentField, string>

function Marks({ document }: { document: GuidelinesDocument }) {
  const t = guidelinesTexts.useText()
  const { currentVersion, upcomingVersion, hasUnpublishedChanges } = document
  return (
    <>
      {(currentVersion || !upcomingVersion) && (
        <span className={currentVersion ? 'chip ok' : 'chip'}>
          {currentVersion ? t('version', { version: currentVersion.version }) : t('noVersion')}
        </span>
      )}
      {upcomingVersion && (
        <span className="chip">{t('versionUpcoming', { version: upcomingVersion.version })}</span>
      )}
      {(currentVersion || upcomingVersion) && hasUnpublishedChanges && (
        <span className="chip w">{t('hasChanges')}</span>
      )}
    </>
  )
}

/** The open page of the document, in the URL. */
function useTab(maySeeConsents: boolean): [Tab, (tab: Tab) => void] {
  const [params, changeParams] = useAddressParams()
  const wanted = tabs.find((one) => one === params.get('tab')) ?? 'document'
  const tab = wanted === 'consents' && !maySeeConsents ? 'document' : wanted
  return [
    tab,
    (next) =>
      next !== tab && changeParams(() => new URLSearchParams(next === 'document' ? {} : { tab: next })),
  ]
}
