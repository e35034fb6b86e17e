import { limits } from '@parlance/contract/limits'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { newId } from '../../session/http.ts'
import { EditPage } from '../../ui/admin/EditPage.tsx'
import { TextField } from '../../ui/admin/fields/TextField.tsx'
import { PageHead } from '../../ui/admin/PageHead.tsx'
import { SaveBar } from '../../ui/admin/SaveBar.tsx'
import { type EditForm, useEditForm } from '../../ui/admin/useEditForm.ts'
import { useSaveKey } from '../../ui/admin/useSaveKey.ts'
import { useWantedField } from '../../ui/admin/useWantedField.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { useLeaveGuard } from '../../ui/leaveGuard.ts'
import { currentUserApi } from '../currentUser/data/api.ts'
import { NoPermission } from '../frame/NoPermission.tsx'
import { RouteBar } from '../frame/RouteBar.tsx'
import { usePageTitle } from '../frame/useProductName.ts'
import { type NewUser, usersApi } from './data/api.ts'
import { profilePath, usersPath } from './data/userPaths.ts'
import { type UsersText, usersTexts } from './lang/en.ts'
import { PasswordLink } from './PasswordLink.tsx'
import { PersonFields } from './PersonFields.tsx'
import { personErrors, personInput } from './personForm.ts'
import { useUserRights } from './useUserRights.ts'
import './users.css'
import { useNavigateIfHere, useNavigateNow } from '../../ui/navigate.ts'
import { screenTitle } from '../frame/screens.ts'

interface NewPerson {
  name: string
  email: string
  userName: string
  objectId: string
}
interface Created {
  version: number
  values: NewPerson
  user?: NewUser
}
const blank: Created = { version: 0, values: { name: '', email: '', userName: '', objectId: '' } }

/** /admin/user/new */
export function NewUserPage() {
  const t = usersTexts.useText()
  usePageTitle(t('newTitle'))
  const { mayCreate } = useUserRights()
  const { data: me, error, refetch } = currentUserApi.useGetCurrentUserQuery()
  const [created, setCreated] = useState<NewUser>()
  if (!mayCreate) return <NoPermission action="UserCreate" />
  if (created?.passwordLink) return <Invited user={created} link={created.passwordLink} />
  if (error) return <LoadError error={error} retry={refetch} />
  if (!me) return <RouteBar />
  // There is one directory. If the user's own account is in the embedded one, new accounts are, too.
  return <NewUserForm embedded={me.editable} show={setCreated} />
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function newErrors(values: NewPerson, embedded: boolean, t: UsersText) {
  const { userName, objectId } = values
  const length = [...userName.trim()].length
  return {
    ...personErrors(values, t),
    ...(length === 0 ? { userName: t('userNameRequired') } : {}),
    ...(length > limits.userName ? { userName: t('userNameTooLong', { max: limits.userName }) } : {}),
    ...(embedded || UUID.test(objectId.trim()) ? {} : { objectId: t('objectIdInvalid') }),
  }
}

function useNewUser(embedded: boolean, show: (user: NewUser) => void): EditForm<NewPerson> {
  const t = usersTexts.useText()
  const navigate = useNavigateIfHere()
  const [create] = usersApi.useCreateUserMutation()
  const intent = useRef({ of: '', key: '' })
  const lift = useRef(() => {})
  const form = useEditForm<NewPerson, Created>({
    entity: blank,
    valuesOf: ({ values }) => values,
    validate: (values) => newErrors(values, embedded, t),
    save: async (values) => {
      // Idempotency key per submission, so that a retry doesn't invite anyone twice.
      const of = JSON.stringify(values)
      if (intent.current.of !== of) intent.current = { of, key: newId() }
      const { data, error } = await create({
        key: intent.current.key,
        ...personInput(values),
        userName: values.userName.trim(),
        ...(embedded ? {} : { objectId: values.objectId.trim().toLowerCase() }),
      })
      return data ? { data: { version: data.version, values, user: data } } : { error }
    },
    saved: ({ user }) => {
      lift.current()
      if (user?.passwordLink) show(user)
      else if (user) void navigate(profilePath(user.userId), { replace: true })
    },
  })!
  lift.current = useLeaveGuard(form.changed.length > 0)
  return form
}

function NewUserForm({ embedded, show }: { embedded: boolean; show: (user: NewUser) => void }) {
  const t = usersTexts.useText()
  const navigate = useNavigateNow()
  const form = useNewUser(embedded, show)
  const { values, errors, set, check } = form
  useSaveKey(form.submit)
  useWantedField(form.wanted, () => {})
  return (
    <EditPage
      head={<PageHead title={t('newTitle')} parent={{ title: screenTitle('users'), path: usersPath }} />}
      tabsLabel={t('parts')}
      tabs={[{ key: 'person', label: t('person') }]}
      tab="person"
      chooseTab={() => {}}
      words={{ views: t('views'), form: t('person'), aside: t('viewThen') }}
      bar={
        <SaveBar
          creating
          changes={form.changed.length}
          errors={Object.keys(errors).length}
          error={form.error}
          saving={form.saving}
          label={t('create')}
          cancel={() => void navigate(usersPath)}
          save={form.submit}
        />
      }
      aside={
        <section className="user-then">
          <h2 className="h4">{t('viewThen')}</h2>
          <p className="m2">{t(embedded ? 'thenEmbedded' : 'thenForeign')}</p>
          <p className="m2">{t('thenRoles')}</p>
        </section>
      }
    >
      <div className="edit-fields">
        <PersonFields form={form} readOnly={false} />
        <TextField
          field="userName"
          label={t('userName')}
          hint={t(embedded ? 'userNameHint' : 'userNameForeign')}
          value={values.userName}
          error={errors.userName}
          change={(userName) => set('userName', userName)}
          leave={() => values.userName !== '' && check('userName')}
        />
        {!embedded && (
          <TextField
            field="objectId"
            code
            label={t('objectId')}
            hint={t('objectIdHint')}
            value={values.objectId}
            error={errors.objectId}
            change={(objectId) => set('objectId', objectId)}
            leave={() => values.objectId !== '' && check('objectId')}
          />
        )}
      </div>
    </EditPage>
  )
}

/** The account was created. Its link is shown only this once. */
function Invited({ user, link }: { user: NewUser; link: string }) {
  const t = usersTexts.useText()
  return (
    <div className="page">
      <PageHead
        title={t('invitedTitle', { name: user.name })}
        parent={{ title: screenTitle('users'), path: usersPath }}
      />
      <div className="page-body user-then">
        <PasswordLink link={link} />
        <div className="row">
          <Link to={profilePath(user.userId)} className="btn soft" replace>
            {t('toProfile')}
          </Link>
        </div>
      </div>
    </div>
  )
}
