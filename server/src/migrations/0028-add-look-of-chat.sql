-- How the chat with an agent looks: no matter of its configuration, so that it changes without a publication.

alter table gpt_system add column ux jsonb not null
  default '{"layout": "Centered", "showStarters": true, "placeholder": "", "disclaimer": ""}';
