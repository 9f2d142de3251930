-- When a claim was last noted while another host served the device: a host repeats it with each report.
alter table device_claims add column served_noted_at timestamptz;
