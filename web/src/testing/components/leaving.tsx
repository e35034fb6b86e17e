import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Link, Route, Routes, useNavigate } from 'react-router'
import { GuardedRouter } from '../../app/GuardedRouter.tsx'
import { useLeaveGuard } from '../../ui/leaveGuard.ts'

/** Two screens, one of which has unsaved changes after typing. */
function Editor() {
  const [text, setText] = useState('')
  const lift = useLeaveGuard(text !== '')
  const navigate = useNavigate()
  const save = () => {
    lift()
    void navigate('/component/leaving')
  }
  return (
    <>
      <h1>Editor</h1>
      <input aria-label="Name" value={text} onChange={(event) => setText(event.target.value)} />
      <a href="#name">Name</a>
      <Link to="/component/leaving">List</Link>
      <button type="button" onClick={save}>
        Save
      </button>
    </>
  )
}

const List = () => (
  <>
    <h1>List</h1>
    <Link to="/component/leaving/edit">Edit</Link>
  </>
)

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <GuardedRouter>
    <Routes>
      <Route path="/component/leaving" element={<List />} />
      <Route path="/component/leaving/edit" element={<Editor />} />
    </Routes>
  </GuardedRouter>,
)
