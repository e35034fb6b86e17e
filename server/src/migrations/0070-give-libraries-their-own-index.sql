-- The passages of a library can be searched in another database, in a schema of this name.

alter table data_source_endpoints
  add column index_endpoint text check (char_length(index_endpoint) between 1 and 1000),
  add column index_name text check (index_name ~ '^[a-z_][a-z0-9_]{0,62}$'),
  add check ((index_endpoint is null) = (index_name is null));

alter table data_source_credential drop constraint data_source_credential_endpoint_check;
alter table data_source_credential add constraint data_source_credential_endpoint_check
  check (endpoint in ('BlobContainer', 'Embedding', 'Index'));
