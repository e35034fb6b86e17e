import { useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { EditPage } from '../../ui/admin/EditPage.tsx'
import { TextField } from '../../ui/admin/fields/TextField.tsx'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { ReadOnlyBar } from '../../ui/admin/ReadOnlyBar.tsx'
import { SaveBar } from '../../ui/admin/SaveBar.tsx'
import { runAll } from '../../ui/admin/selection.ts'
import { type EditForm, useEditForm } from '../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../ui/admin/useWantedField.ts'
import { errorText } from '../../ui/errorText.ts'
import { useLeaveGuard } from '../../ui/leaveGuard.ts'
import { toast } from '../../ui/toast.tsx'
import { READS_OF_ONESELF } from '../conversationReads/data/readPaths.ts'
import { conversationReadsTexts } from '../conversationReads/lang/en.ts'
import { ReadsOfOneself } from '../conversationReads/ReadsOfOneself.tsx'
import { type CurrentUser, currentUserApi } from '../currentUser/data/api.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { OWN_DATA } from '../personalData/data/personalDataPaths.ts'
import { personalDataTexts } from '../personalData/lang/en.ts'
import { OwnData } from '../personalData/OwnData.tsx'
import { usersApi } from './data/api.ts'
import { GroupsPanel } from './GroupsPanel.tsx'
import { usersTexts } from './lang/en.ts'
import { Panel } from './Panel.tsx'
import { Person } from './Person.tsx'
import { PersonFields } from './PersonFields.tsx'
import { type PersonValues, personErrors, personInput, personOf } from './personForm.ts'
import { SessionsPanel } from './SessionsPanel.tsx'
import './users.css'

/** /admin/user/account: the user's own account, available to everyone who is signed in. */
export function AccountPage() {
  const t = usersTexts.useText()
  usePageTitle(t('account'))
  const query = currentUserApi.useGetCurrentUserQuery()
  return (
    <Person query={query} title={t('account')}>
      {(me) => <Account key={me.userId} me={me} />}
    </Person>
  )
}

interface Own {
  version: number
  values: PersonValues
}

function useOwnForm(me: CurrentUser): EditForm<PersonValues> {
  const t = usersTexts.useText()
  const [update] = usersApi.useUpdateMeMutation()
  // No one else changes it, so no version is needed.
  const entity = useMemo<Own>(() => ({ version: 0, values: personOf(me) }), [me])
  return useEditForm<PersonValues, Own>({
    entity,
    valuesOf: ({ values }) => values,
    validate: (values) => personErrors(values, t),
    save: async (values, version) => {
      const input = personInput(values)
      const { error } = await update(input)
      return error ? { error } : { data: { version, values: personOf(input) } }
    },
    saved: () => toast.success(t('accountSaved')),
  })!
}

function Account({ me }: { me: CurrentUser }) {
  const t = usersTexts.useText()
  const form = useOwnForm(me)
  const ofData = personalDataTexts.useText()
  const ofReads = conversationReadsTexts.useText()
  const { hash } = useLocation()
  const changes = form.changed.length
  useLeaveGuard(changes > 0)
  useSaveKey(me.editable ? () => changes > 0 && form.submit() : undefined)
  useWantedField(form.wanted, () => {})
  return (
    <EditPage
      // A notification leads to a part of the other view.
      key={hash}
      firstView={[READS_OF_ONESELF, OWN_DATA].includes(hash.slice(1)) ? 'aside' : 'form'}
      head={<PageHead title={t('account')} />}
      tabsLabel={t('parts')}
      tabs={[{ key: 'person', label: t('person') }]}
      tab="person"
      chooseTab={() => {}}
      words={{ views: t('views'), form: t('person'), aside: t('viewAccess') }}
      bar={
        me.editable ? (
          <SaveBar
            changes={changes}
            errors={Object.keys(form.errors).length}
            error={form.error}
            saving={form.saving}
            label={t('save')}
            cancel={form.discard}
            save={form.submit}
          />
        ) : (
          <ReadOnlyBar>{t('ownedByDirectory')}</ReadOnlyBar>
        )
      }
      aside={
        <div className="user-panels">
          <OwnRoles />
          <GroupsPanel groupIds={me.groups} groupsState={me.groupsState} />
          <OwnSessions />
          <Panel title={ofData('title')}>
            <OwnData />
          </Panel>
          <Panel title={ofReads('ofOneself')}>
            <ReadsOfOneself />
          </Panel>
        </div>
      }
    >
      <div className="edit-fields">
        <PersonFields form={form} readOnly={!me.editable} />
        <TextField field="userName" label={t('userName')} value={me.userName} readOnly change={() => {}} />
      </div>
    </EditPage>
  )
}

function OwnRoles() {
  const t = usersTexts.useText()
  const { data } = currentUserApi.useListMyRolesQuery()
  return (
    <Panel title={t('roles')}>
      <ul className="user-roles" aria-label={t('roles')}>
        {data?.roles.map(({ userRoleId, name }) => (
          <li key={userRoleId} className="chip" dir="auto">
            {name}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function OwnSessions() {
  const t = usersTexts.useText()
  const query = usersApi.useListMySessionsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [end] = usersApi.useEndMySessionMutation()
  const [busy, setBusy] = useState(false)
  const others = query.data?.filter(({ current }) => !current) ?? []

  async function endThem(sessionIds: string[]) {
    if (busy) return
    setBusy(true)
    const { failed, done } = await runAll(sessionIds, async (sessionId) => (await end({ sessionId })).error)
    setBusy(false)
    const [error] = failed.values()
    if (error) toast.error(errorText(error))
    else toast.success(t('sessionsEnded', { count: done }))
  }

  return (
    <SessionsPanel
      query={query}
      end={({ sessionId }) => void endThem([sessionId])}
      endAll={
        others.length > 0
          ? { label: t('endOthers'), act: () => void endThem(others.map(({ sessionId }) => sessionId)) }
          : undefined
      }
    />
  )
}
