import type { Template } from '@runnel/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { KindBadge } from '../flow-list/kind-badge.tsx'
import { NodeIcons } from '../flow-list/node-icons.tsx'
import { flowTypeOf, previewPath } from './template-kind.ts'
import { UseTemplateButton } from './use-template-button.tsx'

/** Templates as cards; the whole card opens the preview, the button makes a flow. */
export function TemplateCards({ templates }: { templates: readonly Template[] }) {
  const { t } = useTranslation(['marketplace', 'flows'])
  return (
    <ul className="card-grid" aria-label={t('list')}>
      {templates.map((template) => (
        <li key={template.id} className="flow-card template-card">
          <Link to={previewPath(template)} params={{ id: template.id }} className="flow-card-link">
            {template.templateName}
          </Link>
          <p className="template-card-text">{template.description}</p>
          <div className="flow-card-facts">
            <KindBadge flow={{ type: flowTypeOf(template) }} />
            <span>{template.usecases.join(', ')}</span>
          </div>
          <div className="flow-card-foot">
            <NodeIcons types={template.nodeTypes} atMost={4} />
            <UseTemplateButton template={template} variant="default" size="xs" />
          </div>
        </li>
      ))}
    </ul>
  )
}
