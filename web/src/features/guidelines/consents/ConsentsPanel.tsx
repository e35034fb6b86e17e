import { BellRing, Download, FileCheck } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { fetchFile } from '../../../api/fetchFile.ts'
import { formatMoment } from '../../../lang/format.ts'
import { newId } from '../../../session/http.ts'
import { useAddressParams, withValues } from '../../../ui/addressParams.ts'
import { AdminList } from '../../../ui/admin/AdminList.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { EmptyList } from '../../../ui/admin/ListStates.tsx'
import type { Column, Filters } from '../../../ui/admin/listShape.ts'
import { useListAddress } from '../../../ui/admin/useListAddress.ts'
import { errorText } from '../../../ui/errorText.ts'
import { saveFile } from '../../../ui/files/saveFile.ts'
import { toast } from '../../../ui/toast.tsx'
import { type GuidelinesConsent, type GuidelinesDocument, guidelinesApi } from '../data/api.ts'
import { type GuidelinesTexts, guidelinesTexts } from '../lang/en.ts'
import { useGuidelinesRights } from '../useGuidelinesRights.ts'

/** Who accepted a document, and who hasn’t yet. */
export function ConsentsPanel({ document }: { document: GuidelinesDocument }) {
  const t = guidelinesTexts.useText()
  const { guidelinesDocumentId } = document
  const control = useListAddress([], '')
  const { state, filters } = useStateFilter()
  const query = guidelinesApi.useListDocumentConsentsInfiniteQuery(
    { guidelinesDocumentId, search: control.search, state },
    { refetchOnMountOrArgChange: true },
  )
  return (
    <section aria-label={t('pageConsents')} className="guidelines-consents">
      <div className="row guidelines-consents-head">
        <p className="m2 grow">{t('consentsIntro')}</p>
        <Actions document={document} />
      </div>
      <AdminList
        caption={t('pageConsents')}
        searchLabel={t('searchConsents')}
        columns={columns(t)}
        control={control}
        query={query}
        keyOf={keyOf}
        nameOf={(row) => nameOf(row, t)}
        filters={filters}
        empty={<EmptyList Icon={FileCheck} text={t('noConsents')} />}
      />
    </section>
  )
}

const keyOf = ({ person, kind, version, at }: GuidelinesConsent): string =>
  `${person?.userId ?? kind} ${version} ${at}`

const nameOf = ({ person, kind }: GuidelinesConsent, t: GuidelinesTexts): string =>
  person?.name ?? t(kind === 'Visitor' ? 'visitor' : 'erased')

const columns = (t: GuidelinesTexts): Column<GuidelinesConsent>[] => [
  {
    key: 'person',
    label: t('columnPerson'),
    width: '38%',
    cell: (row) => (
      <>
        <span className="list-name">
          <bdi>{nameOf(row, t)}</bdi>
        </span>
        {row.person?.email && (
          <div className="small m3">
            <bdi>{row.person.email}</bdi>
          </div>
        )}
      </>
    ),
  },
  {
    key: 'state',
    label: t('columnConsent'),
    cell: ({ state }) => <span className={state === 'Accepted' ? 'chip ok' : 'chip w'}>{t(state)}</span>,
  },
  { key: 'version', label: t('columnVersion'), cell: ({ version }) => t('version', { version }) },
  {
    key: 'at',
    label: t('columnAt'),
    cell: ({ at }) => (at === null ? <span className="m3">{t('notYet')}</span> : formatMoment(at)),
  },
]

const states = ['Accepted', 'Missing'] as const

/** The filter by state, in the URL. */
function useStateFilter(): { state: GuidelinesConsent['state'] | undefined; filters: Filters } {
  const t = guidelinesTexts.useText()
  const id = useId()
  const [params, changeParams] = useAddressParams()
  const state = states.find((one) => one === params.get('state'))
  const choose = (next: string) => changeParams((now) => withValues(now, { state: next }))
  const fields = (
    <>
      <label className="hidden" htmlFor={id}>
        {t('stateFilter')}
      </label>
      <select
        id={id}
        className="in guidelines-filter"
        value={state ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{t('stateAll')}</option>
        {states.map((one) => (
          <option key={one} value={one}>
            {t(one)}
          </option>
        ))}
      </select>
    </>
  )
  return { state, filters: { fields, on: state !== undefined, clear: () => choose('') } }
}

function Actions({ document }: { document: GuidelinesDocument }) {
  const t = guidelinesTexts.useText()
  const { guidelinesDocumentId, title, requireConsent, currentVersion } = document
  const { mayWrite } = useGuidelinesRights()
  const [reminding, setReminding] = useState(false)
  const [exporting, setExporting] = useState(false)

  async function download() {
    if (exporting) return
    setExporting(true)
    try {
      const file = await fetchFile('guidelinesDocuments.exportConsents', { guidelinesDocumentId })
      saveFile(file, `${title}.csv`)
    } catch (error) {
      toast.error(t('exportFailed', { reason: errorText(error) }))
    }
    setExporting(false)
  }

  return (
    <div className="row guidelines-actions">
      {mayWrite && requireConsent && currentVersion && (
        <button type="button" className="btn out" onClick={() => setReminding(true)}>
          <BellRing size={16} />
          {t('remind')}
        </button>
      )}
      <button type="button" className="btn out" aria-disabled={exporting} onClick={() => void download()}>
        <Download size={16} />
        {t('exportCsv')}
      </button>
      {reminding && <RemindDialog document={document} close={() => setReminding(false)} />}
    </div>
  )
}

function RemindDialog({ document, close }: { document: GuidelinesDocument; close: () => void }) {
  const t = guidelinesTexts.useText()
  const { guidelinesDocumentId } = document
  const [remind, { isLoading, error }] = guidelinesApi.useRemindConsentsMutation()
  // One dialog is one reminder, however often it is tried.
  const key = useRef(newId())
  async function confirm() {
    const { data } = await remind({ guidelinesDocumentId, key: key.current })
    if (!data) return
    toast.success(data.reminded > 0 ? t('reminded', { count: data.reminded }) : t('remindedNone'))
    close()
  }
  return (
    <ConfirmDialog
      title={t('remindTitle')}
      text={t('remindText')}
      button={t('remind')}
      danger={false}
      busy={isLoading}
      error={error}
      confirm={() => void confirm()}
      close={close}
    />
  )
}
