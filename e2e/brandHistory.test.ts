import { expect, test } from 'vitest'
import { addBrand, openEditor, tab } from './brandScreens.ts'
import { useStage } from './stage.ts'

const stage = useStage()

test("[R-9-036] a brand's history shows who changed it: at most four avatars, each user once", async () => {
  const { brandKey } = await addBrand(stage.current)
  const { page } = await openEditor(stage.current, brandKey)
  const names = ['Ada Moreau', 'Ben Okafor', 'Ada Moreau', 'Cleo Tan', 'Dina Roe', 'Ezra Lind', 'Fay Moss']
  const items = names.map((actorName, index) => ({
    auditEntryId: `01a1ff1d-f2d4-76a9-bd85-6b43c483500${index}`,
    at: '2026-11-21T10:00:00.000Z',
    actorName,
    verb: 'update',
    changes: [{ field: 'name', before: 'a', after: 'b' }],
  }))
  await page.route('**/history*', (route) => route.fulfill({ json: { items, continuationToken: null } }))
  await tab(page, 'History').click()
  const marks = page.locator('.avatar-group .pers')
  await expect.poll(() => marks.count()).toBe(4)
  const letters = await marks.evaluateAll((all) => all.map((one) => one.getAttribute('data-initials')))
  expect(letters).toEqual(['AM', 'BO', 'CT', '+3'])
})
