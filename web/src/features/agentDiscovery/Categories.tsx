import type { Counts } from './counts.ts'
import { agentDiscoveryTexts } from './lang/en.ts'

interface Props extends Counts {
  chosen: string | null
  choose: (category: string | null) => void
}

/** The categories of the agents found. The selected category stays listed even if no agent has it any more. */
export function Categories({ total, categories, chosen, choose }: Props) {
  const t = agentDiscoveryTexts.useText()
  const gone = chosen !== null && categories.every(({ category }) => category !== chosen)
  const shown = gone ? [...categories, { category: chosen, count: 0 }] : categories
  return (
    <fieldset className="agents-categories" aria-label={t('categories')}>
      <Choice name={t('all')} count={total} pressed={chosen === null} choose={() => choose(null)} />
      {shown.map(({ category, count }) => (
        <Choice
          key={category}
          name={category}
          count={count}
          pressed={category === chosen}
          choose={() => choose(category === chosen ? null : category)}
        />
      ))}
    </fieldset>
  )
}

interface ChoiceProps {
  name: string
  count: number
  pressed: boolean
  choose: () => void
}

function Choice({ name, count, pressed, choose }: ChoiceProps) {
  return (
    <button type="button" className="btn ghost sm agents-category" aria-pressed={pressed} onClick={choose}>
      <bdi>{name}</bdi> <span className="num">{count}</span>
    </button>
  )
}
