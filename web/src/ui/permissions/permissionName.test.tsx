// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { chooseLanguage } from '../../lang/i18n.ts'
import { show, untilShown } from '../../testing/screen.tsx'
import { PermissionName, usePermissionNames } from './permissionName.tsx'

function Names() {
  const { nameOf, fullNameOf } = usePermissionNames()
  return (
    <>
      <p>{[nameOf('BrandsRead'), fullNameOf('BrandsWrite'), fullNameOf('NewRead')].join(', ')}</p>
      <p>
        <PermissionName action="UserRead" />
        <PermissionName action="NewRead" />
      </p>
    </>
  )
}
afterEach(() => chooseLanguage('en'))

it('a permission has a name in the language of the page, beside the one of the API', async () => {
  show(<Names />)
  await untilShown('Read brands, “Edit brands” (BrandsWrite), NewRead')
  await untilShown('Read users UserReadNewRead')
  await chooseLanguage('ar')
  await untilShown('قراءة العلامات التجارية, «تعديل العلامات التجارية» (\u2068BrandsWrite\u2069), NewRead')
  expect(document.body.textContent).not.toMatch(/Read brands|Edit brands|Read users/)
})
