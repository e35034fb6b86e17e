import { useId } from 'react'
import { agentsTexts } from './lang/en.ts'
import { type AgentTemplate, agentTemplates } from './templates.ts'
import './agents.css'

export function TemplateChoice({
  chosen,
  choose,
}: {
  chosen: AgentTemplate
  choose: (one: AgentTemplate) => void
}) {
  const t = agentsTexts.useText()
  const id = useId()
  return (
    <div className="template-choice" role="radiogroup" aria-label={t('template')}>
      {agentTemplates.map((template) => {
        const { key, Icon } = template
        return (
          <label key={key} className="card" data-on={key === chosen.key || undefined}>
            <input
              type="radio"
              className="hidden"
              name={id}
              checked={key === chosen.key}
              aria-labelledby={`${id}-${key}`}
              aria-describedby={`${id}-${key}-about`}
              onChange={() => choose(template)}
            />
            <Icon size={18} />
            <span>
              <span className="h4" id={`${id}-${key}`}>
                {t(`${key}.name`)}
              </span>
              <span className="s13 m2" id={`${id}-${key}-about`}>
                {t(`${key}.about`)}
              </span>
            </span>
          </label>
        )
      })}
    </div>
  )
}
