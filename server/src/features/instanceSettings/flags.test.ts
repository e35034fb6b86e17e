import { expect, test } from 'vitest'
import { ConfigError } from '../../config/config.ts'
import { configuredFlags } from './flags.ts'

test('outside the demo, only the settings page is on', () => {
  const on = Object.entries(configuredFlags([], false)).filter(([, enabled]) => enabled)
  expect(on.map(([name]) => name)).toEqual(['ShowInstanceSettingsPage'])
})

test('an unknown flag or a value other than true or false prevents startup, with one line for each', () => {
  const read = () => configuredFlags(['ShowFoter', 'ShowFooter=maybe'], true)
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(/ShowFoter is unknown.*\n.*ShowFooter must be true or false/)
})
