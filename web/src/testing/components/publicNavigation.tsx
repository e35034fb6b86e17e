import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { createStore } from '../../app/store.ts'
import { ChatNavigation } from '../../features/chat/ChatNavigation.tsx'
import '../../ui/base.css'
import '../../features/shell/shell.css'

/** The sidebar of a public chat. Its pages don't exist yet. */
createRoot(document.body.appendChild(document.createElement('div'))).render(
  <Provider store={createStore()}>
    <BrowserRouter>
      <aside className="side">
        <ChatNavigation isPublic />
      </aside>
    </BrowserRouter>
  </Provider>,
)
