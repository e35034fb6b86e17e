export function AccountNames({ name, userName }: { name: string; userName: string }) {
  return (
    <>
      <span className="trunc who">
        <bdi>{name}</bdi>
      </span>{' '}
      <span className="small m3 trunc who">
        <bdi>{userName}</bdi>
      </span>
    </>
  )
}
