import { readFileSync } from 'node:fs'
import path from 'node:path'
import { client } from '@parlance/contract/limits'
import { expect, it } from 'vitest'

/** A style sheet's source. Style sheets contain the sizes, and the limits repeat them. */
const sheet = (name: string) => readFileSync(path.join(import.meta.dirname, '..', name), 'utf8')
const shell = sheet('features/shell/shell.css')
const base = sheet('ui/base.css')

it('[R-9-018] [R-9-019] the sidebar is 280 wide, and 80 when minimized', () => {
  expect(shell).toContain(`grid-template-columns: ${client.sidebarPx}px minmax(0, 1fr)`)
  expect(shell).toContain(`grid-template-columns: ${client.miniSidebarPx}px minmax(0, 1fr)`)
  expect([client.sidebarPx, client.miniSidebarPx]).toEqual([280, 80])
})

it('[R-9-031] the settings and about drawers are 280 wide', () => {
  expect(client.panelPx).toBe(280)
  expect(sheet('features/frame/panels.css')).toMatch(/\.panel \{\s+inline-size: 280px/)
})

it('[R-9-021] the quick create popover is 480 wide', () => {
  expect(client.quickCreatePx).toBe(480)
  const sheetText = sheet('features/personalAgents/personalAgents.css')
  expect(sheetText).toContain(`inline-size: min(${client.quickCreatePx}px,`)
})

it('[R-9-038] the top progress bar is 2.5 high', () => {
  expect(client.routeBarPx).toBe(2.5)
  expect(shell).toMatch(/\.routebar \{[^}]*block-size: 2\.5px/)
})

it('[R-9-035] the corner radius is 8', () => {
  expect(base).toContain('--r: 8px')
})

it('[R-9-039] [R-9-040] texts use the system’s fonts, titles a second one', () => {
  expect(base).toMatch(/--ui:\s+-apple-system,[^;]*system-ui/)
  expect(base).toContain('--second: "Bricolage Grotesque", var(--ui)')
})
