// Entry of /component/pocketfleet-phone.js, which pages of customers load.
import '@pocketfleet/component';
