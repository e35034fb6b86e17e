import type { Calls } from '../../../testing/case.ts'

export default {
  'checklist.get': { access: ['InstanceSettingsRead'], make: async () => ({}) },
} satisfies Calls
