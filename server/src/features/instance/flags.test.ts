import { expect, test } from 'vitest'
import { ConfigError } from '../../config.ts'
import { featureFlags } from './flags.ts'

test('outside the demo only the settings page is on', () => {
  const on = featureFlags([], false).filter((flag) => flag.enabled)
  expect(on.map((flag) => flag.name)).toEqual(['ShowInstanceSettingsPage'])
})

test('a flag that does not exist, or is neither true nor false, stops the start with a line for each', () => {
  const read = () => featureFlags(['ShowFoter', 'ShowFooter=maybe'], true)
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(/ShowFoter is none of .*\n.*ShowFooter must be true or false/)
})
