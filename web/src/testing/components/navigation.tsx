import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { NavigationList } from '../../features/shell/navigation/NavigationList.tsx'
import '../../ui/base.css'
import '../../features/shell/shell.css'

/** A navigation with features that the administration's lacks: an external link, and an item with children. */
createRoot(document.body.appendChild(document.createElement('div'))).render(
  <BrowserRouter>
    <aside className="side">
      <NavigationList
        label="Pages"
        sections={[
          {
            subheader: 'Things',
            items: [
              { title: 'Here', path: '/component/here' },
              { title: 'Elsewhere', path: 'https://example.com/page' },
              {
                title: 'Many',
                path: '/component/many',
                children: [
                  { title: 'One', path: '/component/many/one' },
                  { title: 'Two', path: '/component/many/two' },
                ],
              },
            ],
          },
        ]}
      />
    </aside>
  </BrowserRouter>,
)
