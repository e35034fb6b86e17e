import { Link } from 'react-router'
import { useLibraries } from '../../agentFields/useLibraries.ts'
import { useActions } from '../../currentUser/data/useActions.ts'
import { publishAgentPath } from '../data/agentPaths.ts'
import type { Obstacle } from './data/publicPageApi.ts'
import { publicPageTexts } from './lang/en.ts'

interface Props {
  obstacle: Obstacle
  gptSystemId: string
}

/** What prevents a public page, with a link to the page where it can be changed. */
export function ObstacleItem({ obstacle: { kind, names }, gptSystemId }: Props) {
  const t = publicPageTexts.useText()
  const { held } = useActions()
  if (kind === 'LibraryNotPublic')
    return names.length === 0 ? t('obstacle.LibraryUnseen') : <Libraries names={names} />
  if (kind === 'FlagOff' && !held.has('InstanceSettingsRead'))
    return `${t('obstacle.FlagOff')} ${t('askForFlag')}`
  const paths = {
    FlagOff: '/admin/instanceSettings?tab=flags',
    NotPublished: publishAgentPath(gptSystemId),
    PolicyInactive: '/admin/chatAccessPolicy',
  }
  return (
    <>
      {t(`obstacle.${kind}`)} <Link to={paths[kind]}>{t(`fix.${kind}`)}</Link>
    </>
  )
}

function Libraries({ names }: { names: readonly string[] }) {
  const t = publicPageTexts.useText()
  const { known } = useLibraries()
  const idOf = (name: string) => [...known].find(([, one]) => one === name)?.[0]
  return (
    <>
      {t('obstacle.LibraryNotPublic')}
      <ul>
        {names.map((name) => {
          const id = idOf(name)
          return (
            <li key={name}>
              <bdi>{id ? <Link to={`/admin/datasource/${id}/edit`}>{name}</Link> : name}</bdi>
            </li>
          )
        })}
      </ul>
    </>
  )
}
