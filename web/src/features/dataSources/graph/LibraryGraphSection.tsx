import { Waypoints } from 'lucide-react'
import { Link } from 'react-router'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import type { DataSource } from '../data/api.ts'
import { GraphByModel } from './GraphByModel.tsx'
import { graphTexts } from './lang/en.ts'
import { useGraphSwitch } from './useGraphSwitch.ts'

/** Whether a library has a graph, and the way to it. */
export function LibraryGraphSection({ library }: { library: DataSource }) {
  const t = graphTexts.useText()
  const change = useGraphSwitch(library)
  const { dataSourceId, graphIndex, mayWrite } = library
  if (!graphIndex && !mayWrite) return null
  return (
    <section className="library-sharing">
      <h2 className="h4">{t('section')}</h2>
      {mayWrite && (
        <SwitchField
          field="graphIndex"
          label={t('graphIndex')}
          hint={t('graphIndexHint')}
          on={graphIndex}
          change={(on) => void change({ graphIndex: on })}
        />
      )}
      {mayWrite && graphIndex && <GraphByModel library={library} />}
      {graphIndex && (
        <div>
          <Link to={`/admin/datasource/${dataSourceId}/graph`} className="btn soft sm">
            <Waypoints size={14} />
            {t('explore')}
          </Link>
        </div>
      )}
    </section>
  )
}
