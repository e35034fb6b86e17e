import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { setCompliance } from '../server/src/testing/compliance.ts'
import { setDeployment } from '../server/src/testing/instanceSettings.ts'
import { allowSnapshots } from '../server/src/testing/snapshots.ts'
import { svgFile } from '../server/src/testing/visionImages.ts'
import { DARK_ARABIC, expectAccessible, LIGHT_ENGLISH } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { askAndRead } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage({ environment: { COMPATIBLE_DEPLOYMENTS: 'scripted,gpt-4o' } })
let agent = ''

beforeAll(async () => {
  const { app, publish } = stage.current
  await allowSnapshots(app)
  agent = await publish('Harbor master', {
    deploymentName: 'gpt-4o',
    capabilityTypes: ['FileSearch', 'Vision'],
  })
  await setDeployment(app, 'gpt-4o', { purposes: ['Chat'] })
  await setCompliance(app, { mode: 'Strict', retentionDays: 365, redactsForProviders: true })
})

describe.each([LIGHT_ENGLISH, DARK_ARABIC])('in the mode Strict, in %s', (look, options, before) => {
  const opened = async (userName: string) => {
    const { page } = await stage.current.openAs(userName, options)
    await page.addInitScript(before)
    return page
  }

  test('a shared conversation shows placeholders to others, and says why', async () => {
    const { app, engine, openAs, origin } = stage.current
    engine.play(async (writer) => writer.text('Ask [name 1] or call [phone 1].'))
    const { page } = await openAs('anna')
    await page.goto(`${origin}/chat/${agent}`)
    await askAndRead(page, 'Who has the keys? Ben Okafor, +49 30 1234567?')
    await expectVisible(page.getByText('Ask Ben Okafor or call +49 30 1234567.'))
    const conversationId = new URL(page.url()).searchParams.get('conversationId')
    const { body } = await call<{ snapshotId: string }>(
      app,
      `/api/internal/userConversations/${conversationId}/snapshots`,
      { token: await app.token('anna'), body: {} },
    )
    const chloe = await opened('chloe')
    await chloe.goto(`${origin}/chat/shared/${body.snapshotId}`)
    await expectVisible(chloe.getByText('Ask [name] or call [phone].'))
    const reason = look === 'light English' ? 'mode of this instance is Strict' : 'هو «صارم»'
    await expectVisible(chloe.getByText(reason))
    await expectAccessible(chloe, 'a redacted conversation')
  })

  test('the list of unanswered questions says why it is empty', async () => {
    const page = await opened('admin')
    await page.goto(`${stage.current.origin}/admin?period=Last7Days&tab=unanswered`)
    const reason = look === 'light English' ? 'Questions aren’t listed because' : 'لا تُعرض الأسئلة لأن'
    await expectVisible(page.getByText(reason))
    await expectAccessible(page, 'no unanswered questions in the mode Strict')
    await page.goto(`${stage.current.origin}/admin?period=Last7Days`)
    await expectVisible(page.getByText(reason))
  })

  test('an image isn’t sent, which the composer says', async () => {
    const page = await opened('anna')
    await page.goto(`${stage.current.origin}/chat/${agent}`)
    await page
      .locator('input[data-attach]')
      .setInputFiles({ name: svgFile.name, mimeType: 'image/svg+xml', buffer: Buffer.from(svgFile.text) })
    const reason =
      look === 'light English' ? 'Images aren’t sent to model providers' : 'لا تُرسل الصور إلى مزوّدي'
    // In the file’s row, and announced.
    await expectVisible(page.getByText(reason).first())
    await expectAccessible(page, 'an image that isn’t sent')
    expect(await page.locator('.attachment').count()).toBe(1)
  })
})
