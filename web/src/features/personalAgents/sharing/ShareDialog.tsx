import { limits } from '@parlance/contract/limits'
import { Check, CircleAlert, Info, Link2 } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { problemOf } from '../../../transport/apiError.ts'
import { Finder } from '../../../ui/admin/fields/Finder.tsx'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { errorText } from '../../../ui/errorText.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { uiTexts } from '../../../ui/lang/en.ts'
import { useGuardedClose } from '../../../ui/leaveGuard.ts'
import { Dialog } from '../../../ui/mui/Dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useCopy } from '../../../ui/useCopy.ts'
import { chatAddress } from '../../chat/data/chatAddress.ts'
import { SharesExposure } from '../../exposure/Exposures.tsx'
import { personalAgentsApi } from '../data/api.ts'
import { sharingTexts } from './lang/en.ts'
import { SharedLibraries } from './SharedLibraries.tsx'
import { ShareList } from './ShareList.tsx'
import { differ, inputOf, keyOf, redone, type Share, type Shares } from './shareRows.ts'
import { type FoundToShare, useFoundToShare } from './useFoundToShare.ts'
import '../../../ui/admin/edit.css'
import '../../../ui/admin/list.css'
import '../personalAgents.css'

interface Props {
  agent: { gptSystemId: string; name: string }
  close: () => void
}

/** The people and groups that a personal agent is shared with. All changes are saved together. */
export function ShareDialog({ agent, close }: Props) {
  const t = sharingTexts.useText()
  const id = useId()
  const { gptSystemId } = agent
  // Data loaded for an earlier opening can be outdated.
  const [openedAt] = useState(() => Date.now())
  const { currentData, fulfilledTimeStamp, error, refetch } = personalAgentsApi.useGetSharesQuery(
    { gptSystemId },
    { refetchOnMountOrArgChange: true },
  )
  const [changed, tell] = useState(false)
  const { guardedClose } = useGuardedClose(changed, close)
  return (
    <Dialog open onClose={guardedClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <div className="dialog share">
        <h2 className="h3 wrap" id={id}>
          {t('shareTitle', { name: agent.name })}
        </h2>
        {currentData && fulfilledTimeStamp && fulfilledTimeStamp >= openedAt ? (
          <Editor agent={agent} stored={currentData} close={close} tell={tell} />
        ) : error ? (
          <LoadError error={error} retry={refetch} />
        ) : (
          <ListSkeleton columns={2} />
        )}
      </div>
    </Dialog>
  )
}

const shareOf = ({ kind, id, name }: FoundToShare): Share => ({
  userId: kind === 'User' ? id : null,
  groupId: kind === 'Group' ? id : null,
  right: 'Use',
  name,
})

interface EditorProps extends Props {
  stored: Shares
  /** Reports whether there are unsaved changes. */
  tell: (changed: boolean) => void
}

function Editor({ agent, stored, close, tell }: EditorProps) {
  const t = sharingTexts.useText()
  const common = uiTexts.useText()
  const form = useShares(agent, stored, close)
  const { rows, set, changed } = form
  useEffect(() => tell(changed), [tell, changed])
  const { data: own } = personalAgentsApi.useGetPersonalAgentQuery({ gptSystemId: agent.gptSystemId })
  return (
    <>
      {own?.publishedStateId === null && (
        <p className="strip info share-note">
          <Info size={16} />
          <span className="grow">{t('shareUnpublished')}</span>
        </p>
      )}
      {rows.length < limits.mostShares ? (
        <Finder
          label={t('shareFind')}
          useFound={useFoundToShare}
          without={new Set(rows.map(keyOf))}
          choose={(found) => set([...rows, shareOf(found)])}
          autoFocus
        />
      ) : (
        <p className="hint">{t('shareFull', { number: limits.mostShares })}</p>
      )}
      {rows.length === 0 ? (
        <p className="m2 s13">{t('shareNobody')}</p>
      ) : (
        <ShareList shares={rows} change={set} />
      )}
      <AgentLink gptSystemId={agent.gptSystemId} />
      <SharedLibraries libraries={stored.libraries} />
      {form.changed && <SharesExposure of={{ gptSystemId: agent.gptSystemId, items: rows.map(inputOf) }} />}
      {form.error && (
        <div className="strip e" role="alert">
          <CircleAlert size={16} />
          <div className="grow wrap">{form.error}</div>
        </div>
      )}
      <div className="row actions">
        <button type="button" className="btn ghost" onClick={close}>
          {common('cancel')}
        </button>
        <button
          type="button"
          className="btn pri"
          aria-disabled={form.busy || !form.changed}
          onClick={() => form.changed && !form.busy && void form.save()}
        >
          {t('shareSave')}
        </button>
      </div>
    </>
  )
}

/** The agent's URL, to send to people who have access or who should ask for it. */
function AgentLink({ gptSystemId }: { gptSystemId: string }) {
  const t = sharingTexts.useText()
  const [copied, copy] = useCopy()
  return (
    <div className="row share-link">
      <p className="grow m2 s13">{t('shareLinkHint')}</p>
      <button
        type="button"
        className="btn out sm"
        onClick={() => copy(location.origin + chatAddress(gptSystemId, null))}
      >
        {copied ? <Check size={14} /> : <Link2 size={14} />}
        {t(copied ? 'shareLinkCopied' : 'shareLink')}
      </button>
    </div>
  )
}

/** The shares while they are edited. If two people save, the second sees the merged result and saves again. */
function useShares({ gptSystemId, name }: Props['agent'], stored: Shares, close: () => void) {
  const t = sharingTexts.useText()
  const [setShares, { isLoading: busy }] = personalAgentsApi.useSetSharesMutation()
  const [base, setBase] = useState(stored)
  const [rows, setRows] = useState<readonly Share[]>(stored.items)
  const [problem, setError] = useState<string>()

  async function save() {
    setError(undefined)
    const { error } = await setShares({ gptSystemId, version: base.version, items: rows.map(inputOf) })
    if (!error) {
      toast.success(t(rows.length > 0 ? 'shareSaved' : 'shareEnded', { name }))
      return close()
    }
    const problem = problemOf(error) as (ReturnType<typeof problemOf> & { current?: Shares }) | undefined
    if (problem?.code === 'request.stale' && problem.current) {
      setRows(redone(base.items, rows, problem.current.items))
      setBase(problem.current)
      return setError(t('shareStale'))
    }
    setError(refused(rows, problem?.errors) ?? errorText(error))
  }

  /** Returns the names of the people whom the server rejected. */
  function refused(sent: readonly Share[], errors: { field: string }[] = []): string | undefined {
    const names = errors.flatMap(({ field }) => sent[Number(/^items\.(\d+)/.exec(field)?.[1] ?? -1)] ?? [])
    if (names.length === 0) return undefined
    return t('shareRefused', {
      names: names.map(({ name: one, groupId }) => one ?? groupId).join(t('listComma')),
    })
  }

  return {
    rows,
    error: problem,
    busy,
    changed: differ(rows, base.items),
    save,
    set(next: readonly Share[]) {
      setError(undefined)
      setRows(next)
    },
  }
}
