import { libraryBytesPerMinute, ratesPerMinute } from '@parlance/contract/limits'
import { expect, test } from 'vitest'
import { createRates } from './rates.ts'

const refused = { code: 'request.rate' }

test('uploads to libraries have a limit of their own, by number and by bytes, for each user', async () => {
  const rates = createRates(true)
  for (let at = 0; at < ratesPerMinute.libraryUpload; at += 1) await rates.consume('libraryUpload', 'anna')
  await expect(rates.consume('libraryUpload', 'anna')).rejects.toMatchObject(refused)
  await rates.consume('libraryUpload', 'ben')
  await rates.consume('upload', 'anna')
  await rates.consumeBytes('anna', libraryBytesPerMinute - 1)
  await rates.consumeBytes('anna', 1)
  await expect(rates.consumeBytes('anna', 1)).rejects.toMatchObject(refused)
  await rates.consumeBytes('ben', libraryBytesPerMinute)
})
