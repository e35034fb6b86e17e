import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ConflictDialog } from '../../ui/admin/ConflictDialog.tsx'
import { EditPage } from '../../ui/admin/EditPage.tsx'
import { SwitchField } from '../../ui/admin/fields/SwitchField.tsx'
import { TextField } from '../../ui/admin/fields/TextField.tsx'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { ReadOnlyBar } from '../../ui/admin/ReadOnlyBar.tsx'
import { SaveBar } from '../../ui/admin/SaveBar.tsx'
import { type EditForm, useEditForm } from '../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../ui/admin/useWantedField.ts'
import { errorText } from '../../ui/errorText.ts'
import { useLeaveGuard } from '../../ui/leaveGuard.ts'
import { usePermissionNames } from '../../ui/permissions/permissionName.tsx'
import { toast } from '../../ui/toast.tsx'
import { NoPermission } from '../frame/NoPermission.tsx'
import { usePageTitle } from '../frame/useProductName.ts'
import { type User, usersApi } from './data/api.ts'
import { profilePath, usersPath } from './data/userPaths.ts'
import { LeftAgentsPanel } from './LeftAgentsPanel.tsx'
import { usersTexts } from './lang/en.ts'
import { Panel } from './Panel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { Person } from './Person.tsx'
import { type Asked, PersonDialog } from './PersonDialog.tsx'
import { PersonFields } from './PersonFields.tsx'
import { type PersonValues, personErrors, personInput, personOf } from './personForm.ts'
import { RolesPanel } from './RolesPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { UserDataPanel } from './UserDataPanel.tsx'
import { UserMarks } from './userColumns.tsx'
import { useUserRights } from './useUserRights.ts'
import './users.css'
import { useNavigateIfHere } from '../../ui/navigate.ts'
import { screenTitle, useScreenTitle } from '../frame/screens.ts'

/** /admin/user/{userId}/edit */
export function UserEditPage() {
  const { userId = '' } = useParams()
  const titleOf = useScreenTitle()
  const { mayRead } = useUserRights()
  const query = usersApi.useGetUserQuery({ userId }, { skip: !mayRead, refetchOnMountOrArgChange: true })
  usePageTitle(query.currentData?.name ?? titleOf('users'))
  if (!mayRead) return <NoPermission action="UserRead" />
  return (
    <Person query={{ ...query, data: query.currentData }}>
      {(user) => <UserEditor key={userId} user={user} />}
    </Person>
  )
}

function usePersonForm(user: User): EditForm<PersonValues> {
  const t = usersTexts.useText()
  const { userId } = user
  const [update] = usersApi.useUpdateUserMutation()
  return useEditForm<PersonValues, User>({
    entity: user,
    valuesOf: personOf,
    validate: (values) => personErrors(values, t),
    save: (values, version) => update({ userId, version, ...personInput(values) }),
    saved: ({ name }) => toast.success(t('saved', { name })),
  })!
}

function UserEditor({ user }: { user: User }) {
  const t = usersTexts.useText()
  const { fullNameOf } = usePermissionNames()
  const { mayWrite } = useUserRights()
  const form = usePersonForm(user)
  const readOnly = !mayWrite || !user.editable
  const changes = form.changed.length
  const lift = useLeaveGuard(changes > 0)
  useSaveKey(readOnly ? undefined : () => changes > 0 && form.submit())
  useWantedField(form.wanted, () => {})
  return (
    <>
      <EditPage
        head={<Head user={user} />}
        tabsLabel={t('parts')}
        tabs={[{ key: 'person', label: t('person') }]}
        tab="person"
        chooseTab={() => {}}
        words={{ views: t('views'), form: t('person'), aside: t('viewAccess') }}
        bar={
          readOnly ? (
            <ReadOnlyBar>
              {mayWrite ? t('ownedByDirectory') : t('readOnly', { action: fullNameOf('UserWrite') })}
            </ReadOnlyBar>
          ) : (
            <SaveBar
              changes={changes}
              errors={Object.keys(form.errors).length}
              error={form.error}
              saving={form.saving}
              label={t('save')}
              cancel={form.discard}
              save={form.submit}
            />
          )
        }
        aside={<Access user={user} lift={lift} />}
      >
        <div className="edit-fields">
          <PersonFields form={form} readOnly={readOnly} />
          <TextField
            field="userName"
            label={t('userName')}
            value={user.userName}
            readOnly
            change={() => {}}
          />
        </div>
      </EditPage>
      <ConflictDialog
        form={form}
        labelOf={(field) => t(field)}
        show={(_, value) => (value === '' ? <span className="m3">{t('none')}</span> : <bdi>{value}</bdi>)}
      />
    </>
  )
}

const Head = ({ user }: { user: User }) => {
  const t = usersTexts.useText()
  return (
    <PageHead
      title={user.name}
      parent={{ title: screenTitle('users'), path: usersPath }}
      mark={<UserMarks row={user} t={t} />}
    >
      <Link to={profilePath(user.userId)} className="btn ghost">
        <UserRound size={16} />
        {t('profile')}
      </Link>
    </PageHead>
  )
}

/** Whether the user can sign in, with which roles, and in which sessions. Changes take effect immediately. */
function Access({ user, lift }: { user: User; lift: () => void }) {
  const t = usersTexts.useText()
  const navigate = useNavigateIfHere()
  const { userId, name } = user
  const { mayWrite, maySeeSessions } = useUserRights()
  const profile = usersApi.useGetUserProfileQuery({ userId })
  const sessions = usersApi.useListSessionsOfQuery({ userId }, { skip: !maySeeSessions })
  const [asked, setAsked] = useState<Asked>()
  return (
    <div className="user-panels">
      <Panel
        title={t('access')}
        action={
          mayWrite && (
            <button type="button" className="btn danger sm" onClick={() => setAsked('remove')}>
              {t('remove')}
            </button>
          )
        }
      >
        <MaySignIn user={user} ask={() => setAsked('disable')} />
      </Panel>
      {mayWrite && user.disabled && <LeftAgentsPanel person={user} />}
      {mayWrite && user.editable && !user.disabled && <PasswordPanel userId={userId} />}
      {profile.data && <RolesPanel userId={userId} name={name} holdings={profile.data.roles} />}
      {maySeeSessions && (
        <SessionsPanel
          query={sessions}
          endAll={
            mayWrite && sessions.data && sessions.data.length > 0
              ? { label: t('endSessions'), act: () => setAsked('endSessions') }
              : undefined
          }
        />
      )}
      {mayWrite && <UserDataPanel person={user} lift={lift} />}
      {asked && (
        <PersonDialog
          kind={asked}
          person={user}
          close={() => setAsked(undefined)}
          done={() => {
            if (asked !== 'remove') return
            lift()
            void navigate(usersPath)
          }}
        />
      )}
    </div>
  )
}

function MaySignIn({ user: { userId, name, disabled }, ask }: { user: User; ask: () => void }) {
  const t = usersTexts.useText()
  const { mayWrite } = useUserRights()
  const [setDisabled, { isLoading }] = usersApi.useSetDisabledMutation()

  async function enable() {
    if (isLoading) return
    const { error } = await setDisabled({ userId, disabled: false })
    if (error) toast.error(errorText(error))
    else toast.success(t('enabledName', { name }))
  }

  return (
    <SwitchField
      field="disabled"
      label={t('maySignIn')}
      hint={t(disabled ? 'isDisabled' : 'isEnabled')}
      on={!disabled}
      disabled={!mayWrite}
      change={(on) => (on ? void enable() : ask())}
    />
  )
}
