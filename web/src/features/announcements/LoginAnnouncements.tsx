import { VisitorAnnouncements } from './VisitorAnnouncements.tsx'

/** Maintenance notices over the page before sign-in, which has no bar. */
export function LoginAnnouncements() {
  return (
    <div className="login-announcements">
      <VisitorAnnouncements page="SignIn" />
    </div>
  )
}
