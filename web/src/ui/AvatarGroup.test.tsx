import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { AvatarGroup } from './AvatarGroup.tsx'

const marks = (names: string[]) =>
  [
    ...renderToStaticMarkup(<AvatarGroup names={names} label="By" />).matchAll(/data-initials="([^"]*)"/g),
  ].map(([, letters]) => letters)

it('[R-9-036] an avatar group shows at most four avatars, and each person once', () => {
  expect(marks(['Ada Moreau', 'Ben Okafor', 'Ada Moreau'])).toEqual(['AM', 'BO'])
  expect(marks(['A A', 'B B', 'C C', 'D D'])).toEqual(['AA', 'BB', 'CC', 'DD'])
  expect(marks(['A A', 'B B', 'C C', 'D D', 'E E', 'F F'])).toEqual(['AA', 'BB', 'CC', '+3'])
})
